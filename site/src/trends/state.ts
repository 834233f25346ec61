// What the reader of the trends has chosen, as the page's address holds it: only choices, never defaults.

import type { Scale } from '../cards/state.ts';

export interface State {
  /** Series by runtime and name, "go/MatMul/pattern=fan/exec=goroutine"; empty lets the page choose. */
  series: string[];
  unit: string | undefined;
  /** Places of the machines to show; empty is every one. */
  machines: number[];
  as: As | undefined;
  y: Scale | undefined;
  /** The first and last commit shown, by their places. */
  range: [number, number] | undefined;
  /** The commit that is pointed to. */
  at: number | undefined;
  hidden: Set<string>;
}

/** value: as measured. ruler: as ratio to the ruler. level: as ratio to the line's own first values. */
export type As = 'value' | 'ruler' | 'level';

export const EMPTY: State = {
  series: [],
  unit: undefined,
  machines: [],
  as: undefined,
  y: undefined,
  range: undefined,
  at: undefined,
  hidden: new Set(),
};

/** parse reads the query of an address. What it doesn't understand is no choice. */
export function parse(query: string): State {
  const params = new URLSearchParams(query);
  const as = params.get('as');
  const y = params.get('y');
  const range = /^(\d+)-(\d+)$/.exec(params.get('x') ?? '');
  const [from, to] = [Number(range?.[1]), Number(range?.[2])];
  return {
    series: [...new Set(params.getAll('s'))].filter((s) => s !== ''),
    unit: params.get('unit') ?? undefined,
    machines: (params.get('m') ?? '')
      .split(',')
      .filter((m) => /^\d+$/.test(m))
      .map(Number),
    as: as === 'value' || as === 'ruler' || as === 'level' ? as : undefined,
    y: y === 'linear' || y === 'log' ? y : undefined,
    range: range && from < to ? [from, to] : undefined,
    at: /^\d+$/.test(params.get('at') ?? '') ? Number(params.get('at')) : undefined,
    hidden: new Set(params.getAll('hide')),
  };
}

/** query is parse's inverse: "" without choices, else "?s=…". */
export function query(state: State): string {
  const parts: [string, string][] = state.series.map((s) => ['s', s]);
  if (state.unit !== undefined) parts.push(['unit', state.unit]);
  if (state.machines.length > 0) parts.push(['m', state.machines.join(',')]);
  if (state.as) parts.push(['as', state.as]);
  if (state.y) parts.push(['y', state.y]);
  if (state.range) parts.push(['x', state.range.join('-')]);
  if (state.at !== undefined) parts.push(['at', String(state.at)]);
  for (const key of [...state.hidden].sort()) parts.push(['hide', key]);
  // A link is read by people too: what may stand in a query as it is, stays.
  const readable = (text: string) =>
    encodeURIComponent(text).replace(/%(2F|2C|3D|3A|40)/g, (code) => decodeURIComponent(code));
  return parts.length === 0 ? '' : `?${parts.map(([k, v]) => `${k}=${readable(v)}`).join('&')}`;
}
