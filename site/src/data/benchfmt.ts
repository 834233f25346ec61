// What a chart shows as results in the Go benchmark format, which benchstat reads. What isn't known is left out.

export interface Told {
  runtime: string;
  benchmark: string;
  cpu: string;
  points: { commit: string; date: string; value: number }[];
}

/** benchmarkFormat writes one line for each point: a median, in the unit that trends keep, to 0.1 %. */
export function benchmarkFormat(lines: Told[], unit: string, better: string): string {
  const out = better === '' ? [] : [`Unit ${unit} better=${better}`];
  // What stands in a line of its own has no end of line in it.
  const value = (text: string) => text.replace(/[\r\n]+/g, ' ');
  for (const line of lines) {
    out.push(...said('cpu', value(line.cpu)), `runtime: ${value(line.runtime)}`);
    for (const p of line.points)
      out.push(
        ...said('commit', value(p.commit)),
        ...said('date', p.date),
        `Benchmark${line.benchmark.replace(/\s+/g, '_')} 1 ${Number(p.value.toPrecision(5))} ${unit}`,
      );
  }
  return `${out.join('\n')}\n`;
}

function said(key: string, value: string): string[] {
  return value === '' ? [] : [`${key}: ${value}`];
}
