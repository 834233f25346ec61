// Warm-up curves as cards: what the 1st, 2nd, … operation of a cold process took, with the operation on the x axis.
//
// A curve is of one benchmark, so every parameter that doesn't part the cards must be at one value. It is the page's
// where the page holds one that has curves, else the reader's own choice, else the last one, which has the most work.

import type { Benchmark } from '../data/run.ts';
import { type Card, estimateOf, type Row } from './cards.ts';
import { type Choice, value } from './choice.ts';
import { belongs, type Series } from './series.ts';

export const OPERATION = 'operation';
export const CURVE_UNIT = 'sec/op';
/** The unit whose samples are those that the curve's first point is the median of. */
const FIRST = 'first-sec/op';

export interface Curves {
  cards: Card[];
  at: Fixed[];
  /** How many processes a curve is the median of, fewest and most; undefined where the data doesn't say. */
  processes: [number, number] | undefined;
}

/** A parameter at the value that the curves are of. */
export interface Fixed {
  name: string;
  value: string;
  /** What else has curves; empty where the page's own controls choose. */
  values: string[];
}

/** curvesOf makes the cards of a choice's curves; undefined if there is none. wanted is what the reader chose. */
export function curvesOf(choice: Choice, series: Series[], wanted: Map<string, string>): Curves | undefined {
  let own = choice.benchmarks.filter((b) => b.curve.length > 0);
  if (own.length === 0) return undefined;
  const at: Fixed[] = [];
  const open = choice.x ? [{ axis: choice.x, value: undefined }] : [];
  for (const { axis, value: held } of [...choice.held, ...open]) {
    const values = axis.values.filter((v) => own.some((b) => value(b, axis.name) === v));
    const has = (v: string | undefined): v is string => v !== undefined && values.includes(v);
    const reader = wanted.get(axis.name);
    const chosen = has(held) ? held : has(reader) ? reader : (values.at(-1) as string);
    at.push({ name: axis.name, value: chosen, values: has(held) ? [] : values });
    own = own.filter((b) => value(b, axis.name) === chosen);
  }

  const { card } = choice;
  const wheres = card ? card.values.map((v) => [{ name: card.name, value: v }]) : [[]];
  const cards = wheres
    .map((where) =>
      curveCard(
        where,
        own.filter((b) => where.every((w) => value(b, w.name) === w.value)),
        series,
      ),
    )
    .filter((c) => c.xs.length > 0);
  const counts = own.flatMap((b) => estimateOf(b, FIRST)?.n ?? []);
  return { cards, at, processes: counts.length > 0 ? [Math.min(...counts), Math.max(...counts)] : undefined };
}

function curveCard(where: Card['where'], benchmarks: Benchmark[], series: Series[]): Card {
  const length = Math.max(0, ...benchmarks.map((b) => b.curve.length));
  const xs = Array.from({ length }, (_, i) => String(i + 1));
  const rows = series.map((s): Row => {
    const own = benchmarks.find((b) => belongs(b, s));
    return { series: s, cells: xs.map((_, i) => own && operation(own, own.curve[i])) };
  });
  return { where, xs, rows };
}

// One point of a curve as a benchmark that has nothing else: what charts are drawn from.
function operation(benchmark: Benchmark, seconds: number | undefined): Benchmark | undefined {
  if (seconds === undefined) return undefined;
  const estimate = { center: seconds, low: null, high: null, n: 0, samples: [] };
  return { ...benchmark, values: { [CURVE_UNIT]: estimate }, curve: [], unsteady: 0, failures: [] };
}
