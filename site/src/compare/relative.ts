// Cards with every value as its ratio to one series at the same point: what a sweep over sizes needs, where
// the values themselves grow by powers of ten and lie on each other.

import { type Card, estimateOf, unsettled } from '../cards/cards.ts';
import { shared } from '../cards/entry.ts';
import type { Benchmark, Estimate } from '../data/run.ts';

/** The unit of a ratio. */
export const RATIO = 'ratio';

/**
 * relative gives cards whose only unit is RATIO. A ratio's interval reaches from low over high to high over low of
 * the two intervals: it is wider than a 95 % interval, and claims nothing that either of them doesn't. Where the
 * series that is compared with, named by its key, has no value or did not settle, nobody has a ratio, and what was measured on another machine has none; without a key it is the first.
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

function one(e: Estimate): Estimate {
  return { center: 1, low: 1, high: 1, n: e.n, samples: [] };
}

function over(a: Estimate, b: Estimate): Estimate {
  const known = a.low !== null && a.high !== null && b.low !== null && b.high !== null && b.low > 0;
  return {
    center: a.center / b.center,
    low: known ? (a.low as number) / (b.high as number) : null,
    high: known ? (a.high as number) / (b.low as number) : null,
    n: Math.min(a.n, b.n),
    samples: [],
  };
}
