// From a choice to the cards of the page: which benchmarks stand in which chart, at which x.

import type { Row as PlotRow, Point } from '../chart/plot.ts';
import type { Benchmark, Estimate } from '../data/run.ts';
import { unsettled as half } from '../data/shard.ts';
import { fixed } from '../ui/unit.ts';
import { ALL, type Axis, type Choice, telling, value } from './choice.ts';
import { belongs, type Series } from './series.ts';

export interface Card {
  /** What all benchmarks of the card have in common, the card's own parameter first. */
  where: { name: string; value: string }[];
  /** Values of the x parameter, of which at least one series has something to say in the unit. */
  xs: string[];
  rows: Row[];
}

/** A series within a card: one benchmark, or none, for each x. */
export interface Row {
  series: Series;
  cells: (Benchmark | undefined)[];
}

/** cardsOf makes one card for each value of the card parameter, and of every parameter held at ALL. */
export function cardsOf(choice: Choice, series: Series[]): Card[] {
  const spread: { axis: Axis; values: string[] }[] = [];
  if (choice.card) spread.push({ axis: choice.card, values: choice.card.values });
  for (const { axis, value: v } of choice.held) spread.push({ axis, values: v === ALL ? axis.values : [v] });

  let wheres: { name: string; value: string }[][] = [[]];
  for (const { axis, values } of spread)
    wheres = wheres.flatMap((where) => values.map((v) => [...where, { name: axis.name, value: v }]));

  return wheres
    .map((where) => {
      const own = choice.benchmarks.filter((b) => where.every((w) => value(b, w.name) === w.value));
      const { x } = choice;
      const told = telling(own, choice.unit.name);
      const xs = x
        ? x.values.filter((v) => told.some((b) => value(b, x.name) === v))
        : own.length > 0
          ? ['']
          : [];
      const rows = series.map((s) => ({
        series: s,
        cells: xs.map((v) => own.find((b) => belongs(b, s) && (!x || value(b, x.name) === v))),
      }));
      return { where, xs, rows };
    })
    .filter((card) => card.xs.length > 0);
}

/**
 * estimateOf is a benchmark's value in a unit, undefined if it has none. A fixed unit needs no six samples to be sure
 * of: the size of a file is what it is, unless they differ.
 */
export function estimateOf(benchmark: Benchmark | undefined, unit: string): Estimate | undefined {
  const e = benchmark?.values[unit];
  if (!e || !fixed(unit) || e.samples.some((s) => s !== e.center)) return e;
  return { ...e, low: e.center, high: e.center };
}

/**
 * unsettled tells whether as many of a benchmark's samples are unsteady that their median may be one of those: such a
 * value has no ratio. A fixed unit doesn't depend on how warm a process was.
 */
export function unsettled(benchmark: Benchmark | undefined, unit: string): boolean {
  const e = benchmark?.values[unit];
  return !!benchmark && !!e && !fixed(unit) && half(benchmark.unsteady, e.n);
}

/** An interval whose high end is this many times its low one says little about where the value is. */
const WIDE = 1.5;

/** wide tells whether an interval is. */
export function wide({ low, high }: { low: number | null; high: number | null }): boolean {
  return low !== null && high !== null && low > 0 && high / low >= WIDE;
}

/** plotRows is what a chart shows of the rows of a card in a unit. */
export function plotRows(rows: Row[], unit: string): PlotRow[] {
  const point = (cell: Benchmark): Point => ({
    e: estimateOf(cell, unit),
    failed: cell.failures.reduce((sum, f) => sum + f.count, 0),
    unsteady: cell.unsteady,
  });
  return rows.map(({ series, cells }) => ({ series, cells: cells.map((cell) => cell && point(cell)) }));
}

/** Low and high end of all that a chart draws: centres, interval ends, single samples. */
export function extent(cards: Card[], unit: string, hidden: Set<string>): [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const card of cards)
    for (const row of card.rows) {
      if (hidden.has(row.series.key)) continue;
      for (const cell of row.cells) {
        const e = estimateOf(cell, unit);
        if (!e) continue;
        low = Math.min(low, e.center, e.low ?? e.center);
        high = Math.max(high, e.center, e.high ?? e.center);
      }
    }
  return low <= high ? [low, high] : undefined;
}
