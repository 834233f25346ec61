// Cards with every value as its ratio to one series at the same point: what a sweep over sizes needs, where
// the values themselves grow by powers of ten and lie on each other.

import { type Card, estimateOf, unsettled } from '../cards/cards.ts';
import { ends } from '../cards/difference.ts';
import { shared } from '../cards/entry.ts';
import type { Benchmark, Estimate } from '../data/run.ts';

/** The unit of a ratio. */
export const RATIO = 'ratio';

/**
 * relative gives cards whose only unit is RATIO. Where the series that is compared with, named by its key, has no value or
 * did not settle, nobody has a ratio, and what was measured on another machine has none; without a key it is the first.
 */
export function relative(cards: Card[], unit: string, key?: string): Card[] {
  return cards.map((card) => {
    const found = card.rows.findIndex((row) => row.series.key === key);
    const at = Math.max(0, found);
    const reference = card.rows[at]?.series;
    const base = card.rows[at]?.cells.map((cell) => settled(cell, unit)) ?? [];
    return {
      ...card,
      rows: card.rows.map((row, r) => ({
        ...row,
        cells: row.cells.map(
          (cell, i) =>
            cell &&
            withRatio(cell, unit, shared(reference, row.series).machine ? base[i] : undefined, r === at),
        ),
      })),
    };
  });
}

function settled(cell: Benchmark | undefined, unit: string): Estimate | undefined {
  return unsettled(cell, unit) ? undefined : estimateOf(cell, unit);
}

function withRatio(cell: Benchmark, unit: string, base: Estimate | undefined, itself: boolean): Benchmark {
  const own = estimateOf(cell, unit);
  if (!own || !base || !(base.center > 0) || unsettled(cell, unit)) return { ...cell, values: {} };
  return { ...cell, values: { [RATIO]: itself ? one(own) : over(own, base) } };
}

/** one is the ratio of a value to itself. */
export function one(e: Estimate): Estimate {
  return { center: 1, low: 1, high: 1, n: e.n, samples: [] };
}

/** over is the ratio of two values, divided by what else there is to divide by. */
export function over(a: Estimate, b: Estimate, divisor = 1): Estimate {
  const [low, high] = ends(a, b) ?? [null, null];
  return {
    center: a.center / b.center / divisor,
    low: low === null ? null : low / divisor,
    high: high === null ? null : high / divisor,
    n: Math.min(a.n, b.n),
    samples: [],
  };
}
