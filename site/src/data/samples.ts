// What a chart of a run shows as results in the Go benchmark format, which benchstat reads: a line for each sample.

import type { Benchmark, Run, Unit } from './run.ts';

/** fullName is a benchmark's name with exec and GOMAXPROCS. */
export function fullName(b: Benchmark): string {
  return `${b.name}${b.exec === '' ? '' : `/exec=${b.exec}`}${b.procs > 1 ? `-${b.procs}` : ''}`;
}

/** samplesOf writes the samples of benchmarks in a unit; of those without samples their median. */
export function samplesOf(run: Run, benchmarks: Benchmark[], unit: Unit): string {
  // What stands in a line of its own has no end of line in it.
  const value = (text: string) => text.replace(/[\r\n]+/g, ' ');
  const out = unit.better === '' ? [] : [`Unit ${unit.name} better=${unit.better}`];
  out.push(
    `goos: ${value(run.machine.goos)}`,
    `goarch: ${value(run.machine.goarch)}`,
    `cpu: ${value(run.machine.cpu)}`,
    `cores: ${run.machine.cores}`,
    `commit: ${value(run.commit)}`,
    `date: ${value(run.date)}`,
  );
  for (const b of benchmarks) {
    const e = b.values[unit.name];
    if (!e) continue;
    out.push(`runtime: ${value(b.runtime)}`);
    const name = fullName(b).replace(/\s+/g, '_');
    for (const sample of e.samples.length > 0 ? e.samples : [e.center])
      out.push(`Benchmark${name} 1 ${sample} ${unit.name}`);
  }
  return `${out.join('\n')}\n`;
}
