// One sentence for a card of curves: how much longer a cold process takes for its first operation than for its last.

import { ratio } from '../ui/format.ts';
import { type Card, estimateOf } from './cards.ts';
import { CURVE_UNIT } from './curve.ts';
import { clauses, listed, type Piece } from './sentence.ts';
import type { Series } from './series.ts';

/** The part of a curve that its first operation is compared with: its end. */
const END = 1 / 5;

interface Fall {
  series: Series;
  /** First operation over the median of the last ones. */
  ratio: number;
}

/**
 * settling tells a card. The single last operation may have met a collection or a neighbour, so the median of the last
 * fifth stands for the end; and a first operation no longer than the longest of them shows no warm-up.
 */
export function settling(card: Card, hidden: Set<string>): Piece[] {
  const count = Math.max(1, Math.floor(card.xs.length * END));
  const falls: Fall[] = [];
  const flat: Series[] = [];
  for (const { series, cells } of card.rows) {
    const times = cells.flatMap((cell) => estimateOf(cell, CURVE_UNIT)?.center ?? []);
    const [first] = times;
    const last = times.slice(-count).sort((a, b) => a - b);
    if (hidden.has(series.key) || first === undefined || times.length <= count) continue;
    if (first <= (last.at(-1) as number)) flat.push(series);
    else falls.push({ series, ratio: first / median(last) });
  }

  const end = count === 1 ? ' its last' : ` the median of its last ${count}`;
  const parts: Piece[][] = [];
  if (falls.length > 0) parts.push(told(falls, end));
  if (flat.length > 0) parts.push(['no visible warm-up in ', ...listed(flat.map((series) => [{ series }]))]);
  return clauses(parts);
}

function told(falls: Fall[], end: string): Piece[] {
  const sorted = [...falls].sort((a, b) => b.ratio - a.ratio);
  // Of many, the ends and the one that everything else on the page is compared with.
  const some =
    sorted.length <= 3
      ? sorted
      : sorted.filter((f, i) => i === 0 || i === sorted.length - 1 || f === falls[0]);
  const pairs = some.map(({ series, ratio: r }, i): Piece[] =>
    i === 0
      ? [{ series }, '’s first operation takes ', { number: ratio(r) }, end]
      : [{ series }, '’s ', { number: ratio(r) }],
  );
  const between = sorted.length - some.length;
  return [...listed(pairs), ...(between > 0 ? [`, with ${between} more between them`] : [])];
}

/** The median of sorted values. */
function median(values: number[]): number {
  const upper = values[Math.floor(values.length / 2)] as number;
  const lower = values[Math.ceil(values.length / 2) - 1] as number;
  return (lower + upper) / 2;
}
