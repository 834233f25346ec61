// The matrix as rows and columns: workloads against runtimes, each entry the ratio to Go.

import type { Cell } from '../data/site.ts';
import type { State } from './state.ts';

export interface Grid {
  runtimes: string[];
  execs: string[];
  rows: { workload: string; unit: string; cells: (Cell | undefined)[] }[];
}

/** gridOf chooses the cells to show, and sorts the rows as the reader wants. */
export function gridOf(cells: Cell[], state: State): Grid {
  const execs = [...new Set(cells.map((c) => c.exec))];
  const shown = cells.filter((c) =>
    state.exec !== undefined && execs.includes(state.exec) ? c.exec === state.exec : c.first,
  );
  const runtimes = [...new Set(cells.map((c) => c.runtime))].filter((r) =>
    shown.some((c) => c.runtime === r),
  );
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

/** clear tells whether the interval leaves out 1; undefined without one. */
export function clear(cell: Cell): boolean | undefined {
  return cell.low > 0 ? cell.low > 1 || cell.high < 1 : undefined;
}

/**
 * tone is the colour step of a cell: 0 about as Go, up to 4 far behind, down to -4 far ahead. A step is a factor of
 * about 1.5; from 5 times on nothing gets darker.
 */
export function tone(cell: Cell): number {
  if (clear(cell) === false) return 0;
  const size = Math.abs(Math.log(behind(cell)));
  const step =
    size < Math.log(1.05)
      ? 0
      : size < Math.log(1.35)
        ? 1
        : size < Math.log(2)
          ? 2
          : size < Math.log(4)
            ? 3
            : 4;
  return Math.sign(Math.log(behind(cell))) * step;
}
