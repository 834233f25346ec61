// How the charts of a choice are scaled: linear or logarithmic, one y axis for all or one for each.

import type { Plot } from '../chart/plot.ts';
import type { Scale } from '../ui/controls.ts';
import { type Card, estimateOf, extent, plotRows } from './cards.ts';
import type { Choice } from './choice.ts';
import type { State } from './state.ts';

/** Up to so many x values are categories, evenly spaced; more are numbers on an axis. */
const CATEGORIES = 5;
/** An axis whose ends are so many times apart starts out logarithmic. */
const WIDE = 30;
/** Where points lie as close as this, in CSS pixels, a marker on each would hide the line. */
const MARKER_GAP = 11;

export interface Scales {
  y: Scale;
  x: Scale;
  /** Whether the axes could be logarithmic: all values above zero, x a number. */
  yCan: boolean;
  xCan: boolean;
  shared: boolean;
}

/** scalesOf settles what the reader left open by the data that is drawn. */
export function scalesOf(
  choice: Choice,
  cards: Card[],
  unit: string,
  state: State,
  hidden: Set<string>,
): Scales {
  const [low, high] = extent(cards, unit, hidden) ?? [0, 1];
  const yCan = low > 0;
  const y = !yCan ? 'linear' : (state.yScale ?? (high / low > WIDE ? 'log' : 'linear'));
  const numeric = cards.some((card) => !categories(card, choice));
  const xs = (choice.x?.values ?? []).map(Number);
  const xCan = numeric && xs.every((v) => v > 0);
  const xWide = Math.max(...xs) / Math.min(...xs) > WIDE;
  const x = !xCan ? 'linear' : (state.xScale ?? (xWide ? 'log' : 'linear'));
  // On a common linear axis, the differences within a card a third as high as its neighbour would be hard to see.
  const heights = cards.map((card) => extent([card], unit, hidden)?.[1] ?? 0).filter((h) => h > 0);
  const alike = y === 'log' || Math.max(...heights) / Math.min(...heights) < 3;
  return { y, x, yCan, xCan, shared: state.shared ?? alike };
}

/** plotOf makes a card's plot; said is what a screen reader says of it. */
export function plotOf(
  card: Card,
  unit: string,
  said: string,
  choice: Choice,
  scales: Scales,
  cards: Card[],
  hidden: Set<string>,
): Plot {
  return {
    label: `Chart of ${card.where.map((w) => `${w.name} ${w.value}`).join(', ')}. ${said}`,
    x: choice.x?.name,
    xs: card.xs,
    ordinal: categories(card, choice),
    xLog: scales.x === 'log',
    yLog: scales.y === 'log',
    yRange: yRange(scales.shared ? cards : [card], unit, scales.y, hidden),
    unit,
    intervals: true,
    markerGap: MARKER_GAP,
    // A series that no card has anything of in this unit leaves its place beside the others to them.
    rows: plotRows(
      card.rows.filter(
        ({ series }) => !hidden.has(series.key) && cards.some((c) => speaks(c, series.key, unit)),
      ),
      unit,
    ),
  };
}

function speaks(card: Card, series: string, unit: string): boolean {
  return card.rows.some(
    (row) =>
      row.series.key === series &&
      row.cells.some((c) => estimateOf(c, unit) || (c?.failures.length ?? 0) > 0),
  );
}

/** yRange is a little more than the values take; a linear axis starts at zero, so that heights compare. */
export function yRange(cards: Card[], unit: string, scale: Scale, hidden: Set<string>): [number, number] {
  const [low, high] = extent(cards, unit, hidden) ?? [0, 1];
  return scale === 'log' ? [low / 1.3, high * 1.3] : [Math.min(0, low), high > 0 ? high * 1.06 : 1];
}

function categories(card: Card, choice: Choice): boolean {
  return choice.x === undefined || choice.x.kind !== 'number' || card.xs.length <= CATEGORIES;
}
