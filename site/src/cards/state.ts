// What the reader has chosen, as the page's address holds it.
//
// Only choices are in the address, never defaults, so that a link says what its sender meant and follows better
// defaults later. What a run doesn't have (a workload, a value) is settled in choice.ts, not here.

export interface State {
  run: string | undefined;
  workload: string | undefined;
  /** The parameter on the x axis. */
  x: string | undefined;
  unit: string | undefined;
  /** Another run whose series stand beside the run's. */
  beside: string | undefined;
  /** Place on the axis of trends, of a run that has no file of its own any more. */
  place: number | undefined;
  /** Whether the charts show ratios to a series in place of the values. */
  relative: boolean;
  /** Key of the series that the others are compared with; undefined is the first. */
  base: string | undefined;
  /** Values of the parameters that are not on an axis; "all" is every value. */
  held: Map<string, string>;
  yScale: Scale | undefined;
  xScale: Scale | undefined;
  /** Whether all charts have the y axis in common; undefined lets the data decide. */
  shared: boolean | undefined;
  /** Keys of the series that are hidden. */
  hidden: Set<string>;
  /** Values of the parameters that the warm-up curves are of. */
  warmHeld: Map<string, string>;
  warmYScale: Scale | undefined;
  warmXScale: Scale | undefined;
}

export type Scale = 'linear' | 'log';

/** Prefix of a held parameter in the address, so that no parameter's name collides with ours. */
const HELD = 'p.';
const WARM_HELD = 'w.';

/** parse reads the query of an address. What it doesn't understand is no choice. */
export function parse(query: string): State {
  const params = new URLSearchParams(query);
  const below = (prefix: string) =>
    new Map(
      [...params].filter(([key]) => key.startsWith(prefix)).map(([k, v]) => [k.slice(prefix.length), v]),
    );
  const shared = params.get('same-y');
  return {
    run: params.get('run') ?? undefined,
    workload: params.get('workload') ?? undefined,
    x: params.get('x') ?? undefined,
    unit: params.get('unit') ?? undefined,
    beside: params.get('with') ?? undefined,
    place: /^\d+$/.test(params.get('place') ?? '') ? Number(params.get('place')) : undefined,
    relative: params.get('as') === 'ratio',
    base: params.get('to') ?? undefined,
    held: below(HELD),
    yScale: scale(params.get('y-scale')),
    xScale: scale(params.get('x-scale')),
    shared: shared === 'yes' ? true : shared === 'no' ? false : undefined,
    hidden: new Set((params.get('hide') ?? '').split(',').filter((key) => key !== '')),
    warmHeld: below(WARM_HELD),
    warmYScale: scale(params.get('warm-y')),
    warmXScale: scale(params.get('warm-x')),
  };
}

function scale(value: string | null): Scale | undefined {
  return value === 'linear' || value === 'log' ? value : undefined;
}

/** query is parse's inverse: "" without choices, else "?run=…". */
export function query(state: State): string {
  const parts: [string, string | undefined][] = [
    ['run', state.run],
    ['place', state.place === undefined ? undefined : String(state.place)],
    ['with', state.beside],
    ['workload', state.workload],
    ['x', state.x],
    ['unit', state.unit],
    ['as', state.relative ? 'ratio' : undefined],
    ['to', state.base],
    ...[...state.held].map(([name, value]): [string, string] => [HELD + name, value]),
    ['y-scale', state.yScale],
    ['x-scale', state.xScale],
    ['same-y', state.shared === undefined ? undefined : state.shared ? 'yes' : 'no'],
    ['hide', state.hidden.size === 0 ? undefined : [...state.hidden].sort().join(',')],
    ...[...state.warmHeld].map(([name, value]): [string, string] => [WARM_HELD + name, value]),
    ['warm-y', state.warmYScale],
    ['warm-x', state.warmXScale],
  ];
  // Slashes and commas may stand in a query as they are, and a link is read by people too.
  const readable = (text: string) => encodeURIComponent(text).replace(/%2F/g, '/').replace(/%2C/g, ',');
  const text = parts
    .filter((part): part is [string, string] => part[1] !== undefined)
    .map(([key, value]) => `${readable(key)}=${readable(value)}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}
