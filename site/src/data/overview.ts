// The list of all trends: a row for each benchmark on each runtime and machine, as publish sums them up.

import * as check from './guard.ts';
import { DataError, versioned } from './guard.ts';
import { loadJson, placeOf } from './load.ts';
import { type Named, seriesOf } from './names.ts';
import type { Site } from './site.ts';

export interface Row {
  series: Named;
  machine: number;
  unit: string;
  better: string;
  newest: number;
  /** Ends of its 95 % interval; 0 where there are too few samples. */
  low: number;
  high: number;
  n: number;
  unsteady: boolean;
  /** When the newest value was measured, in seconds since 1970. */
  date: number;
  points: number;
  /** The level now to that of 7 and of 30 days ago; 0 where the trend does not reach back so far. */
  week: number;
  month: number;
  /** The level now to that of the last release; 0 where there is none. */
  release: number;
  /** Relative standard deviation from run to run, and the least change that would be found; 0 where nobody knows. */
  noise: number;
  least: number;
  /** The newest change point. */
  change: { ratio: number; place: number; date: number; provisional: boolean; same: boolean } | undefined;
  /** Means of the newest points in thousandths of their median. */
  spark: number[];
}

const { number, list, shape } = check;

const columns = {
  series: list(number),
  machine: list(number),
  unit: list(number),
  newest: list(number),
  low: list(number),
  high: list(number),
  n: list(number),
  date: list(number),
  points: list(number),
  week: list(number),
  month: list(number),
  release: list(number),
  noise: list(number),
  least: list(number),
  ratio: list(number),
  place: list(number),
  changed: list(number),
};
const written = shape({
  ...columns,
  unsteady: list(number),
  provisional: list(number),
  same: list(number),
  spark: list(list(number)),
});

const FILE = 'trends/overview.json.gz';

export async function loadOverview(site: Site): Promise<Row[]> {
  return overviewOf(await loadJson(FILE), site, placeOf(FILE));
}

/** overviewOf reads the list; `at` names its file in errors. */
export function overviewOf(value: unknown, site: Site, at: string): Row[] {
  versioned(value, at);
  const w = written(value, at);
  const rows = w.series.length;
  for (const name of [...(Object.keys(columns) as (keyof typeof columns)[]), 'spark' as const])
    if (w[name].length !== rows)
      throw new DataError('damaged', `${at}.${name}: got ${w[name].length} entries, want ${rows}`);
  const all = seriesOf(site.trends);
  const [unsteady, provisional, same] = [w.unsteady, w.provisional, w.same].map((rows) => new Set(rows));
  return w.series.map((s, i): Row => {
    const of = (column: number[]) => column[i] as number;
    const series = all[s];
    const unit = site.trends.units[of(w.unit)];
    // A page that was open while the site was published anew has an older index.
    if (!series || !unit || !site.trends.machines[of(w.machine)])
      throw new DataError('damaged', `${at}: row ${i} is of no series, unit or machine of the index`);
    return {
      series,
      machine: of(w.machine),
      unit: unit.name,
      better: unit.better,
      newest: of(w.newest),
      low: of(w.low),
      high: of(w.high),
      n: of(w.n),
      unsteady: unsteady?.has(i) === true,
      date: of(w.date),
      points: of(w.points),
      week: of(w.week),
      month: of(w.month),
      release: of(w.release),
      noise: of(w.noise),
      least: of(w.least),
      change:
        of(w.ratio) > 0
          ? {
              ratio: of(w.ratio),
              place: of(w.place),
              date: of(w.changed),
              provisional: provisional?.has(i) === true,
              same: same?.has(i) === true,
            }
          : undefined,
      spark: w.spark[i] ?? [],
    };
  });
}
