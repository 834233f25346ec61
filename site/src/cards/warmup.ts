// The section on cold processes: a card with curves for each value of the card parameter.

import { type Drawn, drawChart } from '../chart/chart.ts';
import { csv, offers } from '../chart/export.ts';
import type { Plot } from '../chart/plot.ts';
import { benchmarkFormat } from '../data/benchfmt.ts';
import { fullName } from '../data/names.ts';
import type { Benchmark } from '../data/run.ts';
import { fixed, type Scale, scaleSwitch, select, toolbar } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { count } from '../ui/format.ts';
import type { View } from '../ui/mount.ts';
import { unitName } from '../ui/unit.ts';
import { type Card, plotRows } from './cards.ts';
import type { Choice } from './choice.ts';
import { CURVE_UNIT, type Curves, OPERATION } from './curve.ts';
import { facets } from './facets.ts';
import { type Frame, frame } from './frame.ts';
import { yRange } from './scales.ts';
import { plainText } from './sentence.ts';
import { settling } from './settling.ts';
import type { State } from './state.ts';

/** Least distance of two markers on a curve, in CSS pixels: they tell whose line it is, not where its points are. */
const MARKER_GAP = 44;

export interface Warmup extends View {
  /** Its charts, once they are drawn. */
  drawn: Drawn[];
}

/** warmup builds the section. change is called with what the reader chose in it. */
export function warmup(
  choice: Choice,
  curves: Curves,
  state: State,
  hidden: Set<string>,
  change: (next: Partial<State>) => void,
): Warmup {
  const drawn: Drawn[] = [];
  const scales = scalesOf(curves.cards, state);
  const cards = facets(curves.cards, curves.cards, CURVE_UNIT).map(
    ({ card, machine }): { card: Card; frame: Frame; where: string } => {
      const title = card.where[0]?.value ?? choice.workload.name;
      const parting = machine === undefined ? [] : [machine];
      return {
        card,
        frame: frame(title, parting, undefined, settling(card, hidden)),
        where: [...card.where.map((w) => `${w.name} ${w.value}`), ...parting].join(', '),
      };
    },
  );
  const element = el(
    'section',
    { class: 'warmup', 'aria-labelledby': 'warmup-title' },
    el('h2', { id: 'warmup-title' }, 'Warm-up'),
    el('p', { class: 'quiet' }, explained(curves, choice)),
    choices(curves, scales, state, change),
    el(
      'div',
      { class: `cards count-${Math.min(3, cards.length)}` },
      cards.map((c) => c.frame.element),
    ),
  );
  const range = yRange(curves.cards, CURVE_UNIT, scales.y, hidden);
  return {
    element,
    drawn,
    draw() {
      for (const { card, frame, where } of cards) {
        const chart = drawChart(frame.plot, plotOf(card, where, scales, range, hidden));
        frame.element.append(offersOf(`warm-up ${choice.workload.name} ${where}`, card, chart));
        drawn.push(chart);
      }
    },
    destroy() {
      for (const d of drawn.splice(0)) d.destroy();
    },
  };
}

function offersOf(title: string, card: Card, chart: Drawn): HTMLElement {
  const rows = card.rows.filter((row) => row.cells.some((cell) => cell !== undefined));
  const value = (cell: Benchmark | undefined) => cell?.values[CURVE_UNIT]?.center;
  const lines = () =>
    rows.flatMap((row) =>
      row.cells.flatMap((cell, i) => {
        const seconds = value(cell);
        if (!cell || seconds === undefined) return [];
        const benchmark = `${fullName(cell)}/${OPERATION}=${i + 1}`;
        return [
          { runtime: cell.runtime, benchmark, cpu: '', points: [{ commit: '', date: '', value: seconds }] },
        ];
      }),
    );
  return offers(title, {
    ...chart,
    csv: () =>
      csv([
        [OPERATION, ...rows.map((row) => `${row.series.label} ${CURVE_UNIT}`)],
        ...card.xs.map((x, i) => [x, ...rows.map((row) => value(row.cells[i]) ?? '')]),
      ]),
    results: () => benchmarkFormat(lines(), CURVE_UNIT, 'lower'),
  });
}

// The ends of intervals aren't in a curve; two of its points are units of their own, and have them.
const WITH_INTERVALS = ['first-sec/op', 'tenth-sec/op'];

function explained({ cards, processes }: Curves, choice: Choice): string {
  const length = Math.max(...cards.map((card) => card.xs.length));
  const [fewest, most] = processes ?? [];
  const of =
    fewest === undefined || most === undefined
      ? ''
      : ` over ${fewest === most ? '' : `${fewest} to `}${count(most, 'process', 'es')}`;
  const units = WITH_INTERVALS.filter((unit) => choice.units.some((u) => u.name === unit)).map(unitName);
  const elsewhere =
    units.length === 0
      ? ''
      : ` (${units.map((u) => `“${u}”`).join(' and ')} above ${units.length === 1 ? 'has its' : 'have theirs'})`;
  return `The first ${count(length, OPERATION)} of a fresh process, in order. Each point is a median${of}, without an interval${elsewhere}. A line that is still falling at its end has not warmed up yet.`;
}

interface Scales {
  y: Scale;
  x: Scale;
  yCan: boolean;
}

// The first operation may take a hundred times the last, and most of the way is gone by the tenth.
function scalesOf(cards: Card[], state: State): Scales {
  const yCan = cards.every((card) =>
    card.rows.every((row) => row.cells.every((cell) => !cell || (cell.values[CURVE_UNIT]?.center ?? 0) > 0)),
  );
  return { y: yCan ? (state.warmYScale ?? 'log') : 'linear', x: state.warmXScale ?? 'log', yCan };
}

function choices(
  curves: Curves,
  scales: Scales,
  state: State,
  change: (next: Partial<State>) => void,
): HTMLElement {
  const free = curves.at.filter((f) => f.values.length > 1);
  const held = curves.at.filter((f) => f.values.length <= 1);
  return toolbar(
    'What the warm-up charts show',
    free.map(({ name, values, value }) =>
      select(
        `warm-${name}`,
        name,
        values.map((v) => ({ value: v, label: v })),
        value,
        (v) => change({ warmHeld: new Map(state.warmHeld).set(name, v) }),
      ),
    ),
    scales.yCan
      ? scaleSwitch('warm-y', 'y scale', scales.y, (warmYScale) => change({ warmYScale }))
      : undefined,
    scaleSwitch('warm-x', 'x scale', scales.x, (warmXScale) => change({ warmXScale })),
    fixed(held.map((f) => `${f.name} = ${f.value}`)),
  );
}

function plotOf(
  card: Card,
  where: string,
  scales: Scales,
  range: [number, number],
  hidden: Set<string>,
): Plot {
  return {
    label: `Warm-up chart of ${where}. ${plainText(settling(card, hidden))}`,
    x: OPERATION,
    xs: card.xs,
    // A single operation has no axis.
    ordinal: card.xs.length === 1,
    xLog: scales.x === 'log',
    yLog: scales.y === 'log',
    yRange: range,
    unit: CURVE_UNIT,
    intervals: false,
    markerGap: MARKER_GAP,
    rows: plotRows(
      card.rows.filter((row) => !hidden.has(row.series.key)),
      CURVE_UNIT,
    ),
  };
}
