// Which rows of the list are shown, and in which order.

import type { Row } from '../data/overview.ts';
import type { Column, State } from './state.ts';

const MONTH = 30 * 86_400;

/** worse tells whether a ratio is for the worse, where the unit has a direction. */
export function worse(ratio: number, better: string): boolean | undefined {
  if (better === '' || ratio === 1) return undefined;
  return better === 'lower' ? ratio > 1 : ratio < 1;
}

/** visible tells whether a level has moved by the smallest visible change or more. */
export function visible(ratio: number, least: number): boolean {
  return ratio > 0 && least > 0 && Math.abs(Math.log(ratio)) >= Math.log(1 + least);
}

/**
 * slower tells whether a trend's level is visibly worse than 7 or 30 days before its newest value or at the last release, or its last change,
 * since then, was for the worse.
 */
export function slower(row: Row): boolean {
  const moved = [row.week, row.month, row.release].some(
    (r) => visible(r, row.least) && worse(r, row.better) === true,
  );
  const c = row.change;
  return moved || (c !== undefined && c.date >= row.date - MONTH && worse(c.ratio, row.better) === true);
}

const KEY: Record<Column, (row: Row) => number | string> = {
  name: (r) => `${r.series.name} ${r.series.runtime}`,
  newest: (r) => r.newest,
  week: (r) => r.week,
  month: (r) => r.month,
  release: (r) => r.release,
  noise: (r) => r.noise,
  least: (r) => r.least,
  change: (r) => r.change?.date ?? 0,
};

/** shown filters and sorts; what a column knows nothing of stands last. */
export function shown(rows: Row[], state: State): Row[] {
  const words = (state.text ?? '')
    .toLowerCase()
    .split(/[\s/,]+/)
    .filter((w) => w !== '');
  const left = rows.filter(
    (r) =>
      (state.runtime === undefined || r.series.runtime === state.runtime) &&
      (state.workload === undefined || r.series.workload === state.workload) &&
      (state.machine === undefined || r.machine === state.machine) &&
      (!state.slower || slower(r)) &&
      words.every((w) => r.series.key.toLowerCase().includes(w)),
  );
  const { sort } = state;
  if (!sort) return left;
  const of = KEY[sort.column];
  const way = sort.down ? -1 : 1;
  return left.sort((a, b) => {
    const [x, y] = [of(a), of(b)];
    if (typeof x === 'string' || typeof y === 'string') return way * String(x).localeCompare(String(y), 'en');
    return (x === 0 ? 1 : 0) - (y === 0 ? 1 : 0) || way * (x - y) || 0;
  });
}
