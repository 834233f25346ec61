// The matrix as rows and columns: workloads against runtimes, each entry the ratio to the baseline.

import type { Cell } from '../data/site.ts';
import { higherIsBetter } from '../ui/unit.ts';
import type { State } from './state.ts';

export interface Grid<C extends Cell = Cell> {
  runtimes: string[];
  execs: string[];
  rows: { workload: string; unit: string; cells: (C | undefined)[] }[];
}

/**
 * gridOf chooses the cells to show, and sorts the rows as the reader wants: by the ratio, or by what by makes of a cell.
 * The baseline's own cells, where there are any, stand in a column whatever scheduler the others have.
 */
export function gridOf<C extends Cell>(
  cells: C[],
  state: Pick<State, 'exec' | 'sort'>,
  runs: { runtimes: string[] }[],
  base = 'go',
  by: (cell: C) => number = behind,
): Grid<C> {
  const others = cells.filter((c) => c.runtime !== base);
  const execs = [...new Set(others.map((c) => c.exec))];
  const exec = execs.find((e) => e === state.exec);
  const chosen = others.filter((c) => (exec === undefined ? c.first : c.exec === exec));
  const workloads = [...new Set(chosen.map((c) => c.workload))];
  const shown = [
    ...chosen,
    ...cells.filter((c) => c.runtime === base && c.first && workloads.includes(c.workload)),
  ];
  const runtimes = inOrder(
    shown.map((c) => c.runtime),
    runs,
  );
  const rows = workloads.map((workload) => {
    const own = shown.filter((c) => c.workload === workload);
    return {
      workload,
      unit: own[0]?.unit ?? '',
      cells: runtimes.map((r) => own.find((c) => c.runtime === r)),
    };
  });
  const { sort } = state;
  if (sort) {
    const column = runtimes.indexOf(sort.column);
    rows.sort((a, b) => {
      if (column < 0)
        return sort.column === 'workload' ? a.workload.localeCompare(b.workload) * (sort.down ? -1 : 1) : 0;
      const [x, y] = [a.cells[column], b.cells[column]];
      // What wasn't measured, or did not settle, stands last, whichever way.
      if (!x?.twins || !y?.twins) return Number(!x?.twins) - Number(!y?.twins);
      return (by(x) - by(y)) * (sort.down ? -1 : 1);
    });
  }
  return { runtimes, execs, rows };
}

/**
 * inOrder puts names of runtimes in the order of the runs, whose runtimes are in that of the configuration: the run with
 * the most runtimes counts first.
 */
export function inOrder(names: string[], runs: { runtimes: string[] }[]): string[] {
  const widest = [...runs].sort((a, b) => b.runtimes.length - a.runtimes.length);
  const known = new Set([...widest.flatMap((r) => r.runtimes), ...names]);
  return [...known].filter((r) => names.includes(r));
}

/** behind is how many times the baseline does as well: above 1 the runtime is behind it, whichever way its unit counts. */
export function behind(cell: Cell): number {
  return higherIsBetter(cell.unit) ? 1 / cell.ratio : cell.ratio;
}

/** differs tells whether benchstat would call any of the cell's benchmarks different from the baseline's. */
export function differs(cell: Cell): boolean {
  return cell.differ > 0;
}

/** nearest is the end of the interval that is nearer to the baseline: 1 where it lies within, or where there is none. */
export function nearest(cell: Cell): number {
  if (!(cell.low > 0)) return 1;
  const ends = [cell.low, cell.high].map((ratio) => behind({ ...cell, ratio }));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low > 1 ? low : high < 1 ? high : 1;
}

/** From where on an interval is called wide: its high end is twice its low one. */
const WIDE = 2;

/** wide tells whether the interval of a cell says little about where the ratio is. */
export function wide(cell: Cell): boolean {
  return cell.low > 0 && cell.high / cell.low >= WIDE;
}

/**
 * tone is the colour step of a cell: 0 about as the baseline, up to 4 far behind, down to -4 far ahead. It goes by the end
 * of the interval that is nearer to the baseline: by what is sure. A step is a factor of about 1.5; from 4 times on nothing
 * gets darker.
 */
export function tone(cell: Cell): number {
  if (!differs(cell)) return 0;
  const sure = nearest(cell);
  const size = Math.abs(Math.log(sure));
  const step = [1.05, 1.35, 2, 4].filter((limit) => size >= Math.log(limit)).length;
  return step === 0 ? 0 : Math.sign(Math.log(sure)) * step;
}
