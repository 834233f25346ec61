// What the trends are saved as. Files hold what the chart shows: its lines, within its range.

import { csv } from '../chart/export.ts';
import { benchmarkFormat } from '../data/benchfmt.ts';
import { fullName } from '../data/names.ts';
import type { TrendChart } from './chart.ts';
import type { Line } from './lines.ts';
import type { Shown } from './shown.ts';

function inRange(line: Line, chart: TrendChart | undefined): number[] {
  const [from, to] = chart?.range() ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return Array.from(line.x.keys()).filter(
    (i) => (line.x[i] as number) >= from && (line.x[i] as number) <= to,
  );
}

async function told(s: Shown, lines: Line[], chart: TrendChart | undefined): Promise<void> {
  const places = new Set(
    lines.flatMap((l) => inRange(l, chart).map((i) => Math.floor((l.x[i] as number) / 512) * 512)),
  );
  await Promise.allSettled([...places].map((place) => s.commits.load(place)));
}

/** table is a CSV file. */
export async function table(
  s: Shown,
  lines: Line[],
  unit: string,
  chart: TrendChart | undefined,
): Promise<string> {
  await told(s, lines, chart);
  const rows: (string | number)[][] = [['commit', 'date', 'line', 'unit', 'center', 'low', 'high', 'n']];
  for (const line of lines)
    for (const i of inRange(line, chart)) {
      const low = line.low[i] as number;
      const high = line.high[i] as number;
      rows.push([
        s.commits.known(line.x[i] as number)?.hash ?? String(line.x[i]),
        new Date((s.axis.date[line.run[i] as number] as number) * 1000).toISOString(),
        line.key,
        unit,
        digits(line.y[i] as number),
        Number.isFinite(low) ? digits(low) : '',
        Number.isFinite(high) ? digits(high) : '',
        line.n[i] as number,
      ]);
    }
  return csv(rows);
}

const digits = (v: number) => Number(v.toPrecision(5));

/** results is a file in the Go benchmark format. */
export async function results(
  s: Shown,
  lines: Line[],
  unit: string,
  better: string,
  chart: TrendChart | undefined,
): Promise<string> {
  await told(s, lines, chart);
  return benchmarkFormat(
    lines.map((line) => ({
      runtime: line.series.runtime,
      benchmark: fullName(line.series),
      cpu: s.site.trends.machines[line.machine]?.cpu ?? '',
      points: inRange(line, chart).map((i) => ({
        commit: s.commits.known(line.x[i] as number)?.hash ?? '',
        date: new Date((s.axis.date[line.run[i] as number] as number) * 1000).toISOString(),
        value: line.y[i] as number,
      })),
    })),
    unit,
    better,
  );
}
