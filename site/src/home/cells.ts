// The cells of the matrix against a runtime that the reader chose, with measured values, from the runs that the matrix is
// made of. Those against Go come with the index (go/internal/publish/matrix.go), so that the page opens without a run; a
// test holds the two to the same numbers.

import { beside, mean, unitOf } from '../cards/twins.ts';
import type { Benchmark, Run } from '../data/run.ts';
import type { Cell } from '../data/site.ts';
import { higherIsBetter } from '../ui/unit.ts';

/** A cell whose run was read; the baseline has cells too, with the ratio 1. */
export interface Measured extends Cell {
  /** The geometric mean of the medians of the benchmarks that count. */
  center: number;
}

/** cellsOf takes each cell from the first of the runs that has it: the newest, if they come newest first. */
export function cellsOf(runs: Run[], base: string): Measured[] {
  const seen = new Set<string>();
  return runs
    .flatMap((run) => ofRun(run, base))
    .filter((c) => {
      const key = JSON.stringify([c.workload, c.runtime, c.exec]);
      return !seen.has(key) && seen.add(key);
    });
}

function ofRun(run: Run, base: string): Measured[] {
  const ranked = run.benchmarks.filter((b) => b.unranked === '');
  const twins = new Map<string, Benchmark>();
  for (const b of ranked) if (b.runtime === base && !twins.has(b.name)) twins.set(b.name, b);
  const groups = new Map<string, Benchmark[]>();
  for (const b of ranked) {
    const twin = twins.get(b.name);
    if (!twin || (b.runtime === base && b !== twin)) continue;
    const key = JSON.stringify([b.workload, b.runtime, b.exec]);
    groups.set(key, [...(groups.get(key) ?? []), b]);
  }
  const first = new Set<string>();
  return [...groups.values()].flatMap((own): Measured[] => {
    const { workload, runtime, exec } = own[0] as Benchmark;
    const unit = unitOf(
      run,
      run.benchmarks.filter((b) => b.workload === workload),
    ).name;
    // Of cold processes alone there is no row: they have a page of their own.
    const cell = unit === 'sec/op' || higherIsBetter(unit) ? cellOf(own, twins, unit) : undefined;
    if (!cell) return [];
    const key = JSON.stringify([workload, runtime]);
    const isFirst = !first.has(key);
    first.add(key);
    return [{ workload, runtime, exec, unit, first: isFirst, run: run.id, ...cell }];
  });
}

type Summed = Omit<Measured, 'workload' | 'runtime' | 'exec' | 'unit' | 'first' | 'run'>;

function cellOf(own: Benchmark[], twins: Map<string, Benchmark>, unit: string): Summed | undefined {
  const pairs = own.flatMap((b) => {
    const twin = twins.get(b.name) as Benchmark;
    const c = beside(b, twin, unit);
    const than = twin.values[unit]?.center ?? 0;
    return c && c.center > 0 && than > 0 ? [{ b, twin, c, itself: b === twin }] : [];
  });
  if (pairs.length === 0) return undefined;
  const kept = pairs.filter(({ c, itself }) => (itself ? !c.unsteady : c.ratio !== undefined));
  const ends = kept.flatMap(({ c }) => (c.ends && c.ends[0] > 0 ? [c.ends] : []));
  const bounded = kept.length > 0 && ends.length === kept.length;
  return {
    center: mean(kept.map(({ c }) => c.center)) ?? 0,
    ratio: mean(kept.map(({ c }) => c.ratio ?? 1)) ?? 0,
    low: bounded ? (mean(ends.map(([low]) => low)) as number) : 0,
    high: bounded ? (mean(ends.map(([, high]) => high)) as number) : 0,
    twins: kept.length,
    differ: kept.filter(({ c }) => c.clear).length,
    careful: kept.filter(({ b, twin }) => b.unsteady > 0 || twin.unsteady > 0).length,
    unsteady: pairs.length - kept.length,
  };
}
