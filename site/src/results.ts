// The page of one run: toolbar, legend, cards, notes, table and environment, built anew for every choice.

import { type Card, cardsOf, extent } from './cards.ts';
import { type Drawn, drawChart } from './chart.ts';
import { ALL, type Choice, choose } from './choice.ts';
import { check, segmented, select } from './controls.ts';
import type { Run } from './data.ts';
import { el } from './dom.ts';
import { environment } from './environment.ts';
import { unitName } from './format.ts';
import { valueGloss, workloadGloss } from './gloss.ts';
import { legend } from './legend.ts';
import { swatch, tint } from './marker.ts';
import { notesOf } from './notes.ts';
import type { Plot } from './plot.ts';
import { nothing } from './problem.ts';
import { RATIO, relative } from './relative.ts';
import { type Series, seriesOf } from './series.ts';
import type { Scale, State } from './state.ts';
import { type Piece, plainText, story } from './story.ts';
import { numbers } from './table.ts';

/** Up to so many x values are categories, evenly spaced; more are numbers on an axis. */
const CATEGORIES = 5;
/** An axis whose ends are so many times apart starts out logarithmic. */
const WIDE = 30;

export interface Results {
  element: HTMLElement;
  /** Draws the charts; the element must be in the document, since they take its width. */
  draw(): void;
  destroy(): void;
}

/** results builds the page of a run. change is called with what the reader chose, and download is the run's file. */
export function results(
  run: Run,
  state: State,
  slots: Map<string, number>,
  download: string,
  change: (next: Partial<State>) => void,
): Results {
  const choice = choose(run, state);
  if (!choice) {
    const element = el('div', {}, nothing(), environment(run, download));
    return { element, draw() {}, destroy() {} };
  }
  const { workload, unit } = choice;
  const series = seriesOf(run, workload.name, slots);
  const hidden = new Set(series.map((s) => s.key).filter((key) => state.hidden.has(key)));
  const cards = cardsOf(choice, series);
  const drawUnit = state.relative ? RATIO : unit.name;
  const drawCards = state.relative ? relative(cards, unit.name) : cards;
  const axes = scalesOf(choice, drawCards, drawUnit, state, hidden);
  const drawn: Drawn[] = [];

  const holders = cards.map((card) => cardElement(card, choice, hidden));
  const toggle = (key: string) => {
    const next = new Set(state.hidden);
    if (!next.delete(key)) next.add(key);
    change({ hidden: next });
  };
  const notes = notesOf(run, cards, unit.name);
  const gloss = workloadGloss(workload.name);
  const element = el(
    'div',
    {},
    el(
      'section',
      { 'aria-labelledby': 'workload-title' },
      el(
        'div',
        { class: 'workload-head' },
        el('h2', { id: 'workload-title' }, workload.name),
        gloss === undefined ? undefined : el('p', {}, gloss),
      ),
      toolbar(run, choice, series, state, axes, change),
      legend(run, series, hidden, toggle, (key) => {
        for (const d of drawn) d.emphasise(key);
      }),
      el(
        'div',
        { class: `cards count-${Math.min(3, cards.length)}` },
        holders.map((h) => h.element),
      ),
      notes.length === 0
        ? undefined
        : el(
            'ul',
            { class: 'notes', 'aria-label': 'Notes' },
            notes.map((note) => el('li', { class: `mark ${note.kind}` }, note.text)),
          ),
    ),
    numbers(run, cards, series, choice.x?.name, unit),
    environment(run, download),
  );

  return {
    element,
    draw() {
      cards.forEach((card, i) => {
        const holder = holders[i]?.plot;
        const said = `${plainText(story(card, choice.x?.name, unit, hidden))} Arrow keys read the values.`;
        const drawCard = drawCards[i];
        if (holder && drawCard)
          drawn.push(drawChart(holder, plotOf(drawCard, drawUnit, said, choice, axes, drawCards, hidden)));
      });
    },
    destroy() {
      for (const d of drawn.splice(0)) d.destroy();
    },
  };
}

interface Scales {
  y: Scale;
  x: Scale;
  /** Whether the axes could be logarithmic: all values above zero, x a number. */
  yCan: boolean;
  xCan: boolean;
  shared: boolean;
}

function scalesOf(choice: Choice, cards: Card[], unit: string, state: State, hidden: Set<string>): Scales {
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

function categories(card: Card, choice: Choice): boolean {
  return choice.x === undefined || choice.x.kind !== 'number' || card.xs.length <= CATEGORIES;
}

function plotOf(
  card: Card,
  unit: string,
  said: string,
  choice: Choice,
  scales: Scales,
  cards: Card[],
  hidden: Set<string>,
): Plot {
  const yLog = scales.y === 'log';
  const [low, high] = extent(scales.shared ? cards : [card], unit, hidden) ?? [0, 1];
  const ordinal = categories(card, choice);
  return {
    label: `Chart of ${card.where.map((w) => `${w.name} ${w.value}`).join(', ')}. ${said}`,
    x: choice.x?.name,
    xs: card.xs,
    ordinal,
    xLog: scales.x === 'log',
    yLog,
    yRange: yLog ? [low / 1.3, high * 1.3] : [Math.min(0, low), high > 0 ? high * 1.06 : 1],
    unit,
    rows: card.rows.filter((row) => !hidden.has(row.series.key)),
  };
}

function cardElement(
  card: Card,
  choice: Choice,
  hidden: Set<string>,
): { element: HTMLElement; plot: HTMLElement } {
  const plot = el('div', { class: 'plot' });
  const [first, ...rest] = card.where;
  // Held at one value, a parameter stands in the toolbar; only those that part the cards stand on them.
  const parting = rest.filter((w) => choice.held.some((h) => h.axis.name === w.name && h.value === ALL));
  const gloss = first && valueGloss(choice.workload.name, first.name, first.value);
  const pieces = story(card, choice.x?.name, choice.unit, hidden);
  const element = el(
    'article',
    { class: 'card' },
    el(
      'header',
      {},
      el(
        'h3',
        {},
        first ? first.value : choice.workload.name,
        parting.map((w) => el('small', {}, `${w.name} = ${w.value}`)),
      ),
      gloss === undefined ? undefined : el('p', { class: 'gloss' }, gloss),
      el('p', { class: 'story' }, pieces.map(written)),
    ),
    plot,
  );
  return { element, plot };
}

function written(piece: Piece): HTMLElement | string {
  if (typeof piece === 'string') return piece;
  if ('number' in piece) return el('strong', {}, piece.number);
  return named(piece.series);
}

function named(series: Series): HTMLElement {
  const name = el('span', { class: 'series' }, swatch(series.look), series.label);
  name.style.color = tint(series.look);
  return name;
}

function toolbar(
  run: Run,
  choice: Choice,
  series: Series[],
  state: State,
  scales: Scales,
  change: (next: Partial<State>) => void,
): HTMLElement {
  const names = [...new Set(run.benchmarks.map((b) => b.workload))];
  const hold = (name: string, value: string) => {
    const held = new Map(choice.held.map((h) => [h.axis.name, h.value]));
    change({ held: held.set(name, value) });
  };
  const scale = (name: string, legend: string, chosen: Scale, set: (s: Scale) => void) =>
    segmented(
      name,
      legend,
      [
        { value: 'linear', label: 'linear' },
        { value: 'log', label: 'log' },
      ],
      chosen,
      (v) => set(v === 'log' ? 'log' : 'linear'),
    );
  return el(
    'form',
    { class: 'toolbar', 'aria-label': 'What the charts show', onsubmit: (event) => event.preventDefault() },
    names.length < 2
      ? undefined
      : select(
          'workload',
          'Workload',
          names.map((name) => ({ value: name, label: name })),
          choice.workload.name,
          (workload) => change({ workload, x: undefined, held: new Map() }),
        ),
    choice.units.length < 2
      ? undefined
      : segmented(
          'unit',
          'Show',
          choice.units.map((u) => ({ value: u.name, label: unitName(u.name) })),
          choice.unit.name,
          (unit) => change({ unit }),
        ),
    series.length < 2
      ? undefined
      : segmented(
          'as',
          'As',
          [
            { value: 'value', label: 'measured' },
            { value: 'ratio', label: `ratio to ${series[0]?.label}` },
          ],
          state.relative ? 'ratio' : 'value',
          // What suits a scale of seconds seldom suits one of ratios.
          (as) => change({ relative: as === 'ratio', yScale: undefined, shared: undefined }),
        ),
    choice.xs.length < 2
      ? undefined
      : segmented(
          'x',
          'Against',
          choice.xs.map((a) => ({ value: a.name, label: a.name })),
          choice.x?.name ?? '',
          (x) => change({ x, held: new Map() }),
        ),
    choice.held
      .filter((h) => h.axis.values.length > 1)
      .map((h) =>
        select(
          `held-${h.axis.name}`,
          h.axis.name,
          [...h.axis.values.map((v) => ({ value: v, label: v })), { value: ALL, label: 'all' }],
          h.value,
          (v) => hold(h.axis.name, v),
        ),
      ),
    scales.yCan ? scale('y-scale', 'y axis', scales.y, (yScale) => change({ yScale })) : undefined,
    scales.xCan ? scale('x-scale', 'x axis', scales.x, (xScale) => change({ xScale })) : undefined,
    check('same-y', 'same y axis', scales.shared, (shared) => change({ shared })),
    fixed(choice),
  );
}

// A parameter with a single value has no control, and is said instead.
function fixed(choice: Choice): HTMLElement | undefined {
  const single = choice.held.filter((h) => h.axis.values.length === 1);
  if (single.length === 0) return undefined;
  return el('p', { class: 'fixed' }, single.map((h) => `${h.axis.name} = ${h.value}`).join(', '));
}
