// The matrix as rows and columns: workloads against runtimes, each entry the ratio to Go.

import type { Cell } from '../data/site.ts';
import type { State } from './state.ts';

export interface Grid {
  runtimes: string[];
  execs: string[];
  rows: { workload: string; unit: string; cells: (Cell | undefined)[] }[];
}

/**
 * gridOf chooses the cells to show, and sorts the rows as the reader wants. Columns stand as in the runs, whose runtimes
 * are in the order of the configuration: the one with the most runtimes counts first.
 */
export function gridOf(cells: Cell[], state: State, runs: { runtimes: string[] }[]): Grid {
  const execs = [...new Set(cells.map((c) => c.exec))];
  const shown = cells.filter((c) =>
    state.exec !== undefined && execs.includes(state.exec) ? c.exec === state.exec : c.first,
  );
  const widest = [...runs].sort((a, b) => b.runtimes.length - a.runtimes.length);
  const known = [...widest.flatMap((r) => r.runtimes), ...cells.map((c) => c.runtime)];
  const runtimes = [...new Set(known)].filter((r) => shown.some((c) => c.runtime === r));
  const workloads = [...new Set(shown.map((c) => c.workload))];
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
      return (behind(x) - behind(y)) * (sort.down ? -1 : 1);
    });
  }
  return { runtimes, execs, rows };
}

/** behind is how many times Go does as well: above 1 the runtime is behind Go, whichever way its unit counts. */
export function behind(cell: Cell): number {
  return higherIsBetter(cell.unit) ? 1 / cell.ratio : cell.ratio;
}

/** higherIsBetter tells the units of rates, which the matrix has besides time. */
export function higherIsBetter(unit: string): boolean {
  return unit.endsWith('ops/s');
}

/** differs tells whether benchstat would call any of the cell's benchmarks different from Go's. */
export function differs(cell: Cell): boolean {
  return cell.differ > 0;
}

/** nearest is the end of the interval that is nearer to Go: 1 where it has Go in it, or where there is none. */
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
 * tone is the colour step of a cell: 0 about as Go, up to 4 far behind, down to -4 far ahead. It goes by the end of the
 * interval that is nearer to Go: by what is sure. A step is a factor of about 1.5; from 4 times on nothing gets darker.
 */
export function tone(cell: Cell): number {
  if (!differs(cell)) return 0;
  const sure = nearest(cell);
  const size = Math.abs(Math.log(sure));
  const step = [1.05, 1.35, 2, 4].filter((limit) => size >= Math.log(limit)).length;
  return step === 0 ? 0 : Math.sign(Math.log(sure)) * step;
}
