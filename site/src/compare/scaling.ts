// How a benchmark scales: its time with one worker to that with n (speed-up), and that for each worker (efficiency).

import { type Card, estimateOf, unsettled } from '../cards/cards.ts';
import type { Choice } from '../cards/choice.ts';
import type { Benchmark } from '../data/run.ts';
import { over, RATIO, one as same } from './relative.ts';

export type Scaling = 'speedup' | 'efficiency';

const WORKERS = 'workers';

/** scalable tells whether workers are on the x axis, one among them, and time is what is shown. */
export function scalable({ x, unit }: Pick<Choice, 'x' | 'unit'>): boolean {
  return x?.name === WORKERS && x.values.length > 1 && x.values.includes('1') && unit.name === 'sec/op';
}

/**
 * scaled gives cards whose only unit is RATIO: each series by its own time with one worker. The interval reaches from low
 * over high to high over low, as that of other ratios. Where one worker has no settled value, nobody has a speed-up.
 */
export function scaled(cards: Card[], unit: string, as: Scaling): Card[] {
  return cards.map((card) => {
    const at = card.xs.indexOf('1');
    return {
      ...card,
      rows: card.rows.map((row) => {
        const one = at < 0 ? undefined : row.cells[at];
        return {
          ...row,
          cells: row.cells.map(
            (cell, i) => cell && by(one, cell, unit, as === 'efficiency' ? Number(card.xs[i]) : 1),
          ),
        };
      }),
    };
  });
}

function by(one: Benchmark | undefined, cell: Benchmark, unit: string, divisor: number): Benchmark {
  const [t1, tn] = [one && estimateOf(one, unit), estimateOf(cell, unit)];
  if (!t1 || !tn || !(tn.center > 0) || unsettled(one, unit) || unsettled(cell, unit))
    return { ...cell, values: {} };
  return { ...cell, values: { [RATIO]: one === cell ? same(tn) : over(t1, tn, divisor) } };
}
