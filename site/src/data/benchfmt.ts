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

/** Where and when something was measured. */
export type Measured = Pick<Run, 'machine' | 'commit' | 'date'>;

/** samplesOf writes the samples of benchmarks in a unit, each with its run; of those without samples their median. */
export function samplesOf(parts: { run: Measured; benchmarks: Benchmark[] }[], unit: Unit): string {
  const out = unit.better === '' ? [] : [`Unit ${unit.name} better=${unit.better}`];
  let told: Measured | undefined;
  for (const { run, benchmarks } of parts)
    for (const b of benchmarks) {
      const e = b.values[unit.name];
      if (!e) continue;
      if (run !== told) out.push(...measured(run));
      told = run;
      out.push(`runtime: ${oneLine(b.runtime)}`);
      const name = fullName(b).replace(/\s+/g, '_');
      for (const sample of e.samples.length > 0 ? e.samples : [e.center])
        out.push(`Benchmark${name} 1 ${sample} ${unit.name}`);
    }
  return `${out.join('\n')}\n`;
}

function measured({ machine, commit, date }: Measured): string[] {
  return [
    `goos: ${oneLine(machine.goos)}`,
    `goarch: ${oneLine(machine.goarch)}`,
    `cpu: ${oneLine(machine.cpu)}`,
    `cores: ${machine.cores}`,
    `commit: ${oneLine(commit)}`,
    `date: ${oneLine(date)}`,
  ];
}
