// Two runtimes, or all, over everything that one run has of them: one job on one machine.

import { mannWhitney } from '../cards/mannwhitney.ts';
import type { Benchmark, Run } from '../data/run.ts';

/** benchstat's: without it, a ratio may be chance. */
export const ALPHA = 0.05;

export interface Cell {
  center: number;
  /** To the base runtime's median; undefined for the base itself, and where that has none. */
  ratio: number | undefined;
  p: number | undefined;
  clear: boolean;
  unsteady: boolean;
}

export interface Twins {
  name: string;
  workload: string;
  unit: string;
  better: string;
  /** By the runtimes of the table. */
  cells: (Cell | undefined)[];
}

/** runtimesOf are those of a run that have results. */
export function runtimesOf(run: Run): string[] {
  return run.runtimes.filter((r) => run.benchmarks.some((b) => b.runtime === r.name)).map((r) => r.name);
}

/** twins has a row for each benchmark that two runtimes or more have, each runtime on its first scheduler. */
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
    const unit = unitOf(run, some);
    const reference = of[runtimes.indexOf(base)];
    const cells = of.map((b) => (b ? cellOf(b, reference, unit.name) : undefined));
    if (cells.filter((c) => c !== undefined).length < 2) return [];
    return [{ name, workload: some.workload, unit: unit.name, better: unit.better, cells }];
  });
}

// What keeps to a rate is told by how much of it it holds.
function unitOf(run: Run, b: Benchmark) {
  const units = run.units.filter((u) => b.values[u.name]);
  return (
    units.find((u) => u.name.endsWith('ops/s')) ??
    units.find((u) => u.name === 'sec/op') ??
    units[0] ?? { name: 'sec/op', better: 'lower' as const }
  );
}

function cellOf(b: Benchmark, reference: Benchmark | undefined, unit: string): Cell | undefined {
  const own = b.values[unit];
  if (!own) return undefined;
  const base = b === reference ? undefined : reference?.values[unit];
  const p = base && mannWhitney(base.samples, own.samples);
  return {
    center: own.center,
    ratio: base && base.center > 0 ? own.center / base.center : undefined,
    p,
    clear: p !== undefined && p < ALPHA,
    unsteady: 2 * b.unsteady >= own.n && b.unsteady > 0,
  };
}

/** mean is the geometric mean of ratios; undefined of none. */
export function mean(ratios: number[]): number | undefined {
  if (ratios.length === 0) return undefined;
  return Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length);
}
