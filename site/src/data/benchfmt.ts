// What a chart shows as results in the Go benchmark format, which benchstat reads. What isn't known is left out.

import { fullName } from './names.ts';
import type { Benchmark, Run, Unit } from './run.ts';

export interface Told {
  runtime: string;
  benchmark: string;
  cpu: string;
  points: { commit: string; date: string; value: number }[];
}

/** benchmarkFormat writes one line for each point: a median, in the unit that trends keep, to 0.1 %. */
export function benchmarkFormat(lines: Told[], unit: string, better: string): string {
  const out = better === '' ? [] : [`Unit ${unit} better=${better}`];
  for (const line of lines) {
    out.push(...said('cpu', oneLine(line.cpu)), `runtime: ${oneLine(line.runtime)}`);
    for (const p of line.points)
      out.push(
        ...said('commit', oneLine(p.commit)),
        ...said('date', p.date),
        `Benchmark${line.benchmark.replace(/\s+/g, '_')} 1 ${Number(p.value.toPrecision(5))} ${unit}`,
      );
  }
  return `${out.join('\n')}\n`;
}

function said(key: string, value: string): string[] {
  return value === '' ? [] : [`${key}: ${value}`];
}

// A value of the format ends with its line.
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** samplesOf writes the samples of benchmarks in a unit; of those without samples their median. */
export function samplesOf(run: Run, benchmarks: Benchmark[], unit: Unit): string {
  const out = unit.better === '' ? [] : [`Unit ${unit.name} better=${unit.better}`];
  out.push(
    `goos: ${oneLine(run.machine.goos)}`,
    `goarch: ${oneLine(run.machine.goarch)}`,
    `cpu: ${oneLine(run.machine.cpu)}`,
    `cores: ${run.machine.cores}`,
    `commit: ${oneLine(run.commit)}`,
    `date: ${oneLine(run.date)}`,
  );
  for (const b of benchmarks) {
    const e = b.values[unit.name];
    if (!e) continue;
    out.push(`runtime: ${oneLine(b.runtime)}`);
    const name = fullName(b).replace(/\s+/g, '_');
    for (const sample of e.samples.length > 0 ? e.samples : [e.center])
      out.push(`Benchmark${name} 1 ${sample} ${unit.name}`);
  }
  return `${out.join('\n')}\n`;
}
