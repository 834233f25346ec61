// The reader's choices completed by what a run has: every question that the page asks, answered.

import type { Benchmark, Run, Unit, Workload } from '../data/run.ts';
import { inOrder } from '../ui/unit.ts';
import type { State } from './state.ts';

export const ALL = 'all';

export interface Choice {
  workload: Workload;
  /** The parameter that each card is one value of: the first text parameter; undefined if there is none. */
  card: Axis | undefined;
  /** The parameter on the x axis; undefined if the workload has no number. */
  x: Axis | undefined;
  /** What may stand on the x axis, those with several values first. */
  xs: Axis[];
  /** The other parameters, each held at a value or at ALL. */
  held: { axis: Axis; value: string }[];
  unit: Unit;
  /** The units that the workload was measured in. */
  units: Unit[];
  benchmarks: Benchmark[];
}

/** A parameter with the values it was measured at, in the order they were declared in. */
export interface Axis {
  name: string;
  kind: 'text' | 'number';
  values: string[];
}

/** choose completes the state for a run; undefined if the run has no benchmark at all. */
export function choose(run: Run, state: State): Choice | undefined {
  const names = [...new Set(run.benchmarks.map((b) => b.workload))];
  const name = names.find((n) => n === state.workload) ?? names[0];
  if (name === undefined) return undefined;
  const benchmarks = run.benchmarks.filter((b) => b.workload === name);
  const workload = run.workloads.find((w) => w.name === name) ?? { name, parameters: [] };
  const axes = axesOf(workload, benchmarks);

  const card = axes.find((a) => a.kind === 'text');
  const xs = axes.filter((a) => a.kind === 'number');
  xs.sort((a, b) => Number(b.values.length > 1) - Number(a.values.length > 1));
  const x = xs.find((a) => a.name === state.x) ?? mostValues(xs);

  const measured = new Set(benchmarks.flatMap((b) => Object.keys(b.values)));
  const units = inOrder(run.units.filter((u) => measured.has(u.name)));
  const unit = units.find((u) => u.name === state.unit) ??
    units[0] ??
    run.units[0] ?? { name: 'sec/op', better: 'lower' };

  const held = axes
    .filter((a) => a !== card && a !== x)
    .map((axis) => {
      const wanted = state.held.get(axis.name);
      const known = wanted === ALL || (wanted !== undefined && axis.values.includes(wanted));
      return { axis, value: known ? (wanted as string) : fullest(axis, x, telling(benchmarks, unit.name)) };
    });
  return { workload, card, x, xs, held, unit, units, benchmarks };
}

/** telling keeps the benchmarks that have something to say in a unit: a value or a failure; all if none has. */
export function telling(benchmarks: Benchmark[], unit: string): Benchmark[] {
  const some = benchmarks.filter((b) => unit in b.values || b.failures.length > 0);
  return some.length > 0 ? some : benchmarks;
}

/** value is what a benchmark has for a parameter. A benchmark that leaves it out is at its default. */
export function value(benchmark: Benchmark, parameter: string): string {
  return benchmark.parameters[parameter] ?? 'default';
}

function axesOf(workload: Workload, benchmarks: Benchmark[]): Axis[] {
  const names = [
    ...new Set([
      ...workload.parameters.map((p) => p.name),
      ...benchmarks.flatMap((b) => Object.keys(b.parameters)),
    ]),
  ];
  return names.map((name) => {
    const declared = workload.parameters.find((p) => p.name === name);
    const found = new Set(benchmarks.map((b) => value(b, name)));
    const values = [...new Set([...(declared?.values ?? []), ...found])].filter((v) => found.has(v));
    const numeric = values.every((v) => v.trim() !== '' && Number.isFinite(Number(v)));
    const kind = (declared?.kind ?? 'number') === 'number' && numeric ? 'number' : 'text';
    if (kind === 'number') values.sort((a, b) => Number(a) - Number(b));
    return { name, kind, values };
  });
}

function mostValues(axes: Axis[]): Axis | undefined {
  return axes.reduce<Axis | undefined>(
    (best, axis) => (best === undefined || axis.values.length > best.values.length ? axis : best),
    undefined,
  );
}

// Sweeps cross: with n on the x axis, most values of workers have a single point. The value with most points
// along x shows the sweep; of equals, the last one, which has the most work in it.
function fullest(axis: Axis, x: Axis | undefined, benchmarks: Benchmark[]): string {
  const points = (v: string) =>
    new Set(benchmarks.filter((b) => value(b, axis.name) === v).map((b) => (x ? value(b, x.name) : ''))).size;
  return axis.values.reduce((best, v) => (points(v) >= points(best) ? v : best), axis.values[0] ?? '');
}
