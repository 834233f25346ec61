// From shards to lines: one for each series on each machine, in the quantity that the reader chose.

import { type Look, look, SLOTS } from '../chart/palette.ts';
import { type Axis, lowerBound } from '../data/axis.ts';
import type { Named } from '../data/names.ts';
import { type Column, type Shard, unsettled } from '../data/shard.ts';
import type { Change } from '../data/site.ts';
import type { As } from './state.ts';
import type { Points } from './thin.ts';

export interface Line extends Points {
  /** The series', whatever the machine: a line is hidden on all of them. */
  key: string;
  /** What tells the series from the others. */
  label: string;
  /** What tells the line from all others: its series, and its machine where several are shown. */
  name: string;
  series: Named;
  machine: number;
  unit: string;
  look: Look;
  x: Int32Array;
  y: Float64Array;
  low: Float64Array;
  high: Float64Array;
  n: Int32Array;
  unsteady: Int32Array;
  /** Indices of points of which half the samples or more are unsteady. */
  unsettled: number[];
  /** Place of each point's run on the axis. */
  run: Int32Array;
  /** Indices of points that begin a line of their own: another ruler. */
  breaks: number[];
  changes: (Change & { place: number; index: number })[];
  /** Indices of points measured with another environment than the one before, and what was updated. */
  updates: number[];
}

/** How many of a line's first points its level is the median of. */
const LEVEL = 20;

/**
 * linesOf makes the lines of the series that are loaded. In a unit as "ruler", points without a ruler are left out; as
 * "level", values are ratios to the median of the line's first points. hues are the slots of the site's runtimes: a runtime has
 * one colour on all machines, and its second series another dash and hollow markers. Without them each series has a colour
 * of its own: on a site of one runtime, that of the runtime would tell nothing.
 */
export function linesOf(
  series: Named[],
  shards: Map<number, Shard>,
  axis: Axis,
  unit: string,
  as: As,
  machines: number[],
  machineNames: string[],
  hues: Map<string, number> | undefined,
): Line[] {
  const labels = labelsOf(series);
  const drawn = new Map<string, number>();
  const next = (runtime: string): Look => {
    const owner = hues ? runtime : '';
    const nth = drawn.get(owner) ?? 0;
    drawn.set(owner, nth + 1);
    return hues
      ? look(hues.get(runtime) ?? 0, nth)
      : look(nth % SLOTS.length, Math.floor(nth / SLOTS.length));
  };
  const shown = (c: Column) =>
    c.unit === unit && c.center.length > 0 && (machines.length === 0 || machines.includes(c.machine));
  const several =
    new Set([...shards.values()].flatMap((s) => s.columns.filter(shown).map((c) => c.machine))).size > 1;
  return series.flatMap((s, i) => {
    const columns = shards.get(s.number)?.columns.filter(shown) ?? [];
    const label = labels[i] as string;
    const own = columns.length > 0 ? next(s.runtime) : undefined;
    return columns.flatMap((column): Line[] => {
      const places = axis.onMachine[column.machine];
      if (!places || !own) return [];
      const where = machineNames[column.machine] ?? `machine ${column.machine + 1}`;
      const line = lineOf(column, places, axis, as);
      if (line.x.length === 0) return [];
      return [
        {
          ...line,
          key: s.key,
          label,
          name: !several ? label : series.length === 1 ? where : `${label} · ${where}`,
          series: s,
          machine: column.machine,
          unit,
          look: own,
          updates: updatesOf(line.run, axis, s.runtime),
        },
      ];
    });
  });
}

function lineOf(column: Column, places: number[], axis: Axis, as: As) {
  const n = column.center.length;
  const x = new Int32Array(n);
  const y = new Float64Array(n);
  const low = new Float64Array(n);
  const high = new Float64Array(n);
  const counts = new Int32Array(n);
  const unsteady = new Int32Array(n);
  const unsettledAt: number[] = [];
  const run = new Int32Array(n);
  const breaks: number[] = [];
  let kept = 0;
  let ruler = '';
  for (let i = 0; i < n; i++) {
    const place = places[column.run[i] as number];
    if (place === undefined) continue;
    let by = 1;
    if (as === 'ruler') {
      by = axis.ruler[place] as number;
      if (!(by > 0)) continue;
      const number = axis.rulers[place] as string;
      if (kept > 0 && number !== ruler) breaks.push(kept);
      ruler = number;
    }
    x[kept] = axis.commit[place] as number;
    y[kept] = (column.center[i] as number) / by;
    low[kept] = (column.low[i] as number) / by;
    high[kept] = (column.high[i] as number) / by;
    counts[kept] = column.n[i] as number;
    unsteady[kept] = column.unsteady[i] as number;
    if (unsettled(unsteady[kept] as number, counts[kept] as number)) unsettledAt.push(kept);
    run[kept] = place;
    kept++;
  }
  const line = {
    x: x.subarray(0, kept),
    y: y.subarray(0, kept),
    low: low.subarray(0, kept),
    high: high.subarray(0, kept),
    n: counts.subarray(0, kept),
    unsteady: unsteady.subarray(0, kept),
    unsettled: unsettledAt,
    run: run.subarray(0, kept),
    breaks,
    changes: column.changes.flatMap((c) => {
      const index = lowerBound(run.subarray(0, kept), c.at);
      return index < kept ? [{ ...c, index, place: axis.commit[c.at] ?? 0 }] : [];
    }),
  };
  if (as === 'level' && kept > 0) {
    const level = Float64Array.from(line.y.subarray(0, LEVEL)).sort()[Math.min(kept, LEVEL) >> 1] as number;
    if (level > 0)
      for (const list of [line.y, line.low, line.high])
        for (let i = 0; i < kept; i++) list[i] = (list[i] as number) / level;
  }
  return line;
}

function updatesOf(run: Int32Array, axis: Axis, runtime: string): number[] {
  const found: number[] = [];
  const same = new Map<number, boolean>();
  for (let i = 1; i < run.length; i++) {
    const a = axis.environment[run[i - 1] as number] as number;
    const b = axis.environment[run[i] as number] as number;
    if (a === b) continue;
    const pair = a * axis.environments.length + b;
    let equal = same.get(pair);
    if (equal === undefined) {
      equal = told(axis, a, runtime) === told(axis, b, runtime);
      same.set(pair, equal);
    }
    if (!equal) found.push(i);
  }
  return found;
}

function told(axis: Axis, place: number, runtime: string): string {
  const e = axis.environments[place];
  return e ? JSON.stringify([e.kernel, e.image, e.runtimes[runtime]]) : '';
}

/** byMachine parts lines by where they were measured: each part is a chart of its own. */
export function byMachine(lines: Line[]): Line[][] {
  const machines = [...new Set(lines.map((l) => l.machine))].sort((a, b) => a - b);
  return machines.map((m) => lines.filter((l) => l.machine === m));
}

/** labelsOf names series by what tells them apart: the parts of their keys that not all have. */
export function labelsOf(series: Named[]): string[] {
  const parts = series.map((s) => s.key.split('/'));
  const first = parts[0] ?? [];
  const common = new Set(series.length < 2 ? [] : first.filter((p) => parts.every((own) => own.includes(p))));
  return parts.map((own) => {
    const left = own.filter((p) => !common.has(p));
    return left.length > 0 ? left.map(short).join(' ') : own.map(short).join(' ');
  });
}

/** commonOf is what all series have in common, as a title. */
export function commonOf(series: Named[]): string {
  const parts = series.map((s) => s.key.split('/'));
  return (parts[0] ?? [])
    .filter((p) => parts.every((own) => own.includes(p)))
    .map(short)
    .join(' ');
}

function short(part: string): string {
  return part.startsWith('exec=') ? part.slice(5) : part;
}

/** nearest is the index of the line's point nearest to a commit; -1 without points. */
export function nearest(line: Line, place: number): number {
  const i = lowerBound(line.x, place);
  if (i === 0) return line.x.length > 0 ? 0 : -1;
  if (i === line.x.length) return i - 1;
  return (line.x[i] as number) - place < place - (line.x[i - 1] as number) ? i : i - 1;
}
