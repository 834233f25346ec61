// A series is one runtime with one exec: a line in the charts and a column in the table.

import { type Look, look } from '../chart/palette.ts';
import type { Measured } from '../data/benchfmt.ts';
import type { Benchmark, Run, Runtime } from '../data/run.ts';

export interface Series {
  /** "go" or, if the runtime has several execs, "jvm-25/event-loop": what the address hides it by. */
  key: string;
  label: string;
  runtime: string;
  exec: string;
  look: Look;
  /** The job and the machine that it was measured in, where the page shows several. */
  origin?: Origin;
}

export interface Origin {
  job: string;
  /** What no other machine is called. */
  machine: string;
  run: Measured;
}

/**
 * seriesOf lists the series that have a value, a curve or a failure in the workload, in the order of the run's runtimes and their
 * execs. The first is the one that others are compared with: go if it was measured.
 */
export function seriesOf(run: Run, workload: string, slots: Map<string, number>): Series[] {
  const measured = new Map<string, Set<string>>();
  for (const b of run.benchmarks)
    if (b.workload === workload && tried(b))
      measured.set(b.runtime, (measured.get(b.runtime) ?? new Set()).add(b.exec));

  const names = [...new Set([...run.runtimes.map((r) => r.name), ...measured.keys()])];
  names.sort((a, b) => Number(b === 'go') - Number(a === 'go'));

  return names.flatMap((runtime) => {
    const found = measured.get(runtime) ?? new Set<string>();
    const declared = run.runtimes.find((r) => r.name === runtime)?.execs ?? [];
    const execs = [...new Set([...declared, ...found])].filter((exec) => found.has(exec));
    return execs.map((exec, i) => ({
      key: execs.length > 1 ? `${runtime}/${exec}` : runtime,
      label: execs.length > 1 ? `${runtime} ${exec}` : runtime,
      runtime,
      exec,
      look: look(slots.get(runtime) ?? 0, i),
    }));
  });
}

/** skippedOf lists the runtimes that were to be measured and weren't. */
export function skippedOf(run: Run, series: Series[]): Runtime[] {
  return run.runtimes.filter((r) => r.status === 'skipped' && !series.some((s) => s.runtime === r.name));
}

/** belongs tells whether a benchmark is of a series. */
export function belongs(benchmark: Benchmark, series: Series): boolean {
  return benchmark.runtime === series.runtime && benchmark.exec === series.exec;
}

// A skipped runtime has benchmarks too, with nothing in them.
function tried(b: Benchmark): boolean {
  return Object.keys(b.values).length > 0 || b.curve.length > 0 || b.failures.length > 0;
}
