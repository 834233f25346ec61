// Two commits over everything. Single runs of different days differ by more than their samples tell, so the runs up to
// one commit are compared with those from the other on: the noise from run to run is in both.

import { mannWhitney } from '../cards/mannwhitney.ts';
import { type Axis, lowerBound } from '../data/axis.ts';
import type { Named } from '../data/names.ts';
import { type Column, type Shard, unsettled } from '../data/shard.ts';
import { holm } from './holm.ts';

/** At most so many runs on each side. */
export const RUNS = 20;

export interface Difference {
  series: Named;
  unit: string;
  /** Medians of the runs as measured. */
  before: number;
  after: number;
  runsBefore: number;
  runsAfter: number;
  /** After to before, of ratios to the ruler where all runs have the same one. */
  ratio: number;
  /** Of the Mann-Whitney test of the runs; undefined where one side has none, or no value differs. */
  p: number | undefined;
  clear: boolean;
}

/** differences compares each series on a machine, the runs up to the commit a with those from b on. */
export function differences(
  read: { s: Named; shard: Shard }[],
  axis: Axis,
  machine: number,
  a: number,
  b: number,
): Difference[] {
  const places = axis.onMachine[machine] ?? [];
  const rows = read.flatMap(({ s, shard }): Difference[] => {
    const own = shard.columns.filter((c) => c.machine === machine);
    const column = own.find((c) => c.unit === 'sec/op') ?? own[0];
    const row = column && differenceOf(column, places, axis, a, b);
    return row ? [{ series: s, unit: column.unit, ...row, clear: false }] : [];
  });
  const held = holm(rows.map((r) => r.p));
  return rows.map((r, i) => ({ ...r, clear: held[i] === true }));
}

type Points = { run: number; y: number }[];

function differenceOf(column: Column, places: number[], axis: Axis, a: number, b: number) {
  const points: Points = [];
  for (let i = 0; i < column.run.length; i++) {
    const run = places[column.run[i] as number];
    if (run === undefined || unsettled(column.unsteady[i] as number, column.n[i] as number)) continue;
    points.push({ run, y: column.center[i] as number });
  }
  const commits = points.map((p) => axis.commit[p.run] as number);
  const until = lowerBound(commits, a + 1);
  const from = lowerBound(commits, b);
  if (until === 0 || from >= points.length) return undefined;
  // Not beyond the change before, nor the one after: those are other commits'.
  const turns = column.changes.map((c) => c.at);
  const since = turns.findLast((t) => t <= (points[until - 1] as Points[number]).run) ?? -1;
  const next = turns.find((t) => t > (points[from] as Points[number]).run) ?? Number.POSITIVE_INFINITY;
  const before = points.slice(Math.max(0, until - RUNS), until).filter((p) => p.run >= since);
  const after = points.slice(from, from + RUNS).filter((p) => p.run < next);
  const rulers = new Set(
    [...before, ...after].map((p) => ((axis.ruler[p.run] as number) > 0 ? axis.rulers[p.run] : '')),
  );
  const ruled = rulers.size === 1 && !rulers.has('') && column.unit.split('/')[0]?.endsWith('sec') === true;
  const value = (p: Points[number]) => (ruled ? p.y / (axis.ruler[p.run] as number) : p.y);
  const base = median(before.map(value));
  if (!(base > 0)) return undefined;
  return {
    before: median(before.map((p) => p.y)),
    after: median(after.map((p) => p.y)),
    runsBefore: before.length,
    runsAfter: after.length,
    ratio: median(after.map(value)) / base,
    p: mannWhitney(before.map(value), after.map(value)),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const n = sorted.length;
  return ((sorted[(n - 1) >> 1] as number) + (sorted[n >> 1] as number)) / 2;
}
