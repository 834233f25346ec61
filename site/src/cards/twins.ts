// Runtimes side by side over all benchmarks of one run, which is one job on one machine: each benchmark of a runtime
// beside its twin, the benchmark of the same name on the base runtime.

import type { Benchmark, Run, Unit } from '../data/run.ts';
import { higherIsBetter } from '../ui/unit.ts';
import { unsettled } from './cards.ts';
import { difference, ends } from './difference.ts';

/** A benchmark beside its twin. */
export interface Beside {
  /** Its own median. */
  center: number;
  /**
   * To the twin's median; undefined for the twin itself, where there is none, and where the samples of either did not
   * settle.
   */
  ratio: number | undefined;
  /** Those of the ratio's interval; undefined where it has none. */
  ends: [low: number, high: number] | undefined;
  p: number | undefined;
  /** Whether the two differ by benchstat's test. */
  clear: boolean;
  /** Whether its own samples did not settle. */
  unsteady: boolean;
}

/** A benchmark on all runtimes of a table. */
export interface Twins {
  name: string;
  workload: string;
  unit: string;
  better: Unit['better'];
  /** By the runtimes of the table. */
  cells: (Beside | undefined)[];
}

/** runtimesOf are those of a run that have results. */
export function runtimesOf(run: Run): string[] {
  return run.runtimes.filter((r) => run.benchmarks.some((b) => b.runtime === r.name)).map((r) => r.name);
}

/** baseOf is the runtime that others are compared with: the one that is wanted, else Go, else the first. */
export function baseOf(runtimes: string[], wanted: string | undefined): string {
  return runtimes.find((r) => r === wanted) ?? runtimes.find((r) => r === 'go') ?? (runtimes[0] as string);
}

/** twins has a row for each benchmark that two runtimes or more have, each runtime with its default scheduler. */
export function twins(run: Run, runtimes: string[], base: string): Twins[] {
  const first = new Map<string, string>();
  for (const b of run.benchmarks) {
    const key = `${b.runtime} ${b.workload}`;
    if (!first.has(key)) first.set(key, b.exec);
  }
  const own = run.benchmarks.filter(
    (b) => b.unranked === '' && first.get(`${b.runtime} ${b.workload}`) === b.exec,
  );
  const names = [...new Set(own.map((b) => b.name))];
  return names.flatMap((name): Twins[] => {
    const of = runtimes.map((r) => own.find((b) => b.name === name && b.runtime === r));
    const some = of.find((b) => b !== undefined);
    if (!some) return [];
    const unit = unitOf(run, [some]);
    const twin = of[runtimes.indexOf(base)];
    const cells = of.map((b) => b && beside(b, twin, unit.name));
    if (cells.filter((c) => c !== undefined).length < 2) return [];
    return [{ name, workload: some.workload, unit: unit.name, better: unit.better, cells }];
  });
}

/** unitOf is what benchmarks are compared by: time, but what keeps to a rate is told by how much of it it holds. */
export function unitOf(run: Run, benchmarks: Benchmark[]): Unit {
  const units = run.units.filter((u) => benchmarks.some((b) => b.values[u.name]));
  return (
    units.find((u) => higherIsBetter(u.name)) ??
    units.find((u) => u.name === 'sec/op') ??
    units[0] ?? { name: 'sec/op', better: 'lower' }
  );
}

/** beside compares a benchmark with its twin in a unit; undefined where it has no value. */
export function beside(b: Benchmark, twin: Benchmark | undefined, unit: string): Beside | undefined {
  const own = b.values[unit];
  if (!own) return undefined;
  const than = twin === b ? undefined : twin?.values[unit];
  const settled = !unsettled(b, unit) && !unsettled(twin, unit);
  const found = than && settled ? difference(than, own) : undefined;
  return {
    center: own.center,
    ratio: found?.ratio,
    ends: found && than && ends(own, than),
    p: found?.p,
    clear: found?.clarity === 'apart',
    unsteady: unsettled(b, unit),
  };
}

/** mean is the geometric mean; undefined of none. */
export function mean(values: number[]): number | undefined {
  if (values.length === 0) return undefined;
  return Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
}
