// A figure of study A as a reader sees it: the published chart, ours beside it, what is missing, and the numbers.

import { type Card, estimateOf, plotRows } from '../cards/cards.ts';
import { frame } from '../cards/frame.ts';
import { notesOf } from '../cards/notes.ts';
import { yRange } from '../cards/scales.ts';
import { plainText } from '../cards/sentence.ts';
import { parse, query } from '../cards/state.ts';
import { story } from '../cards/story.ts';
import { type Drawn, drawChart } from '../chart/chart.ts';
import { swatch } from '../chart/marker.ts';
import type { Plot } from '../chart/plot.ts';
import { el } from '../ui/dom.ts';
import { count } from '../ui/format.ts';
import {
  type Figure,
  figureTitle,
  gapsOf,
  type Line,
  patternLook,
  pictured,
  UNIT,
  zeros,
} from './figures.ts';
import { SWEEPS } from './published.ts';
import { origin, sheet, UNREAD } from './render.ts';
import type { Measured } from './source.ts';
import type { State } from './state.ts';
import { figureTable } from './tables-a.ts';

const TIME = { name: UNIT, better: 'lower' } as const;
/** Least distance of two markers on a line, in CSS pixels. */
const MARKER_GAP = 11;
const COMMAND = 'make bench PROFILE=study';

export interface Shown {
  element: HTMLElement;
  /** Draws the charts, once the element is in the document. */
  draw(): Drawn[];
  /** Whether its lines have the keys of the legend, so that one of them can stand out. */
  keyed: boolean;
}

/** figureOf builds a figure of those lines that aren't hidden; unread: nobody knows what was measured. */
export function figureOf(
  figure: Figure,
  lines: Line[],
  measured: Measured | undefined,
  state: State,
  unread: boolean,
): Shown {
  const { sweep, patterns, number } = figure;
  const all = patterns.length > 1;
  const shown = lines.filter((line) => !state.hidden.has(line.key));
  const both = pictured(figure, shown, measured, state.statistic, state.y === 'log');
  const { published, here } = both;
  const some = here.rows.some((row) => row.cells.some((cell) => estimateOf(cell, UNIT)));
  const told = all ? [] : story(here, sweep, TIME, new Set());
  const left = frame('Published', [], caption(figure, state), [], 'h4');
  const right = frame(
    'Here',
    [],
    some ? measuredAs(all && shown.some((l) => !l.published)) : undefined,
    told,
    'h4',
  );
  const id = `figure-${number}`;
  const gaps = gapsOf(both, sweep, measured);
  const notes = measured ? notesOf(bareRun(measured), [here], UNIT) : [];
  const element = el(
    'section',
    { class: 'figure', id, 'aria-labelledby': `${id}-title` },
    el('h3', { id: `${id}-title` }, figureTitle(figure)),
    lineKey(shown.filter((line) => line.published || (!all && some))),
    all ? patternKey(shown) : undefined,
    el('div', { class: 'cards pair' }, left.element, right.element),
    gaps.length + notes.length === 0
      ? undefined
      : el(
          'ul',
          { class: 'notes', 'aria-label': `Notes on figure ${number}` },
          gaps.map((text) => el('li', { class: 'mark skipped' }, text)),
          notes.map((note) => el('li', { class: `mark ${note.kind}` }, note.text)),
        ),
    origin(measured, unread),
    explore(figure, measured),
    numbersOf(figure, lines, measured),
  );
  return {
    element,
    keyed: !all,
    draw() {
      const range = (card: Card) =>
        yRange(state.shared && some ? [published, here] : [card], UNIT, state.y, new Set());
      const plot = (card: Card, label: string, intervals: boolean): Plot => ({
        label: `${label}.`,
        x: sweep,
        xs: card.xs,
        ordinal: false,
        xLog: state.x === 'log',
        yLog: state.y === 'log',
        yRange: range(card),
        unit: UNIT,
        intervals,
        markerGap: MARKER_GAP,
        rows: plotRows(card.rows, UNIT),
      });
      const drawn = [
        drawChart(left.plot, plot(published, `Published chart of ${figureTitle(figure)}`, false)),
      ];
      if (some) {
        const said = `Our chart of ${figureTitle(figure)}. ${plainText(told)}`;
        drawn.push(drawChart(right.plot, plot(here, said.replace(/[. ]+$/, ''), true)));
      } else
        right.plot.replaceChildren(
          unread
            ? el('p', { class: 'empty' }, UNREAD)
            : el('p', { class: 'empty' }, 'Not measured yet. To measure it: ', el('code', {}, COMMAND)),
        );
      return drawn;
    },
  };
}

// The same points on the page where runtimes, axes and scales are the reader's to choose.
function explore(figure: Figure, measured: Measured | undefined): HTMLElement | undefined {
  const run = measured?.runs[0]?.entry;
  if (!run) return undefined;
  const { fixed, at } = SWEEPS[figure.sweep];
  const held = new Map([[fixed, at]]); // a pattern is a chart of its own there
  const href = `./compare.html${query({ ...parse(''), run: run.id, workload: 'MatMul', x: figure.sweep, held })}`;
  return el('p', { class: 'quiet' }, el('a', { href }, 'Explore these runtimes on the page “Compare”'));
}

function caption(figure: Figure, state: State): string {
  const none = state.y === 'log' ? zeros(figure, state.statistic) : 0;
  const lost =
    none === 0
      ? ''
      : ` ${count(none, 'value')} of 0 ms can’t be drawn on a logarithmic axis: the study’s timer counted whole milliseconds.`;
  return state.statistic === 'mean'
    ? `Mean of ten repetitions in one process, including the cold first one, as the study drew it. One process gives no interval.${lost}`
    : `Median of ten repetitions in one process, which gives no interval. The study drew their mean.${lost}`;
}

function measuredAs(without: boolean): string {
  const dispatcher = without
    ? ' Kotlin ran on one thread, as in the study; figures of a single pattern show its default dispatcher too.'
    : '';
  return `Median of fresh processes, with its 95 % interval.${dispatcher}`;
}

// Which line is which, where a chart is too narrow to name them.
function lineKey(lines: Line[]): HTMLElement {
  return el(
    'p',
    { class: 'line-key quiet' },
    lines.map((line) => el('span', {}, swatch(line.look, true), ` ${line.label}`)),
  );
}

// Which dash is which pattern, where one chart holds all of them.
function patternKey(lines: Line[]): HTMLElement | undefined {
  const [line] = lines;
  if (!line) return undefined;
  return el(
    'p',
    { class: 'line-key patterns quiet' },
    (['fan', 'coordinator', 'pure'] as const).map((pattern) =>
      el('span', {}, swatch(patternLook(line.look, pattern), true), ` ${pattern}`),
    ),
  );
}

// What was skipped is said by gapsOf.
function bareRun(measured: Measured) {
  const { run } = measured.runs[0] as Measured['runs'][number];
  return { ...run, runtimes: [] };
}

// The table is built when it is opened: eight of them have some thousand cells.
function numbersOf(figure: Figure, lines: Line[], measured: Measured | undefined): HTMLElement {
  const body = el('div', {});
  const details = el(
    'details',
    {
      class: 'figure-numbers',
      id: `numbers-${figure.number}`,
      ontoggle: () => {
        if (!details.open || body.firstChild) return;
        const table = figureTable(figure, lines, pictured(figure, lines, measured, 'median', false));
        body.append(el('p', { class: 'quiet' }, table.about), sheet(table, measured));
      },
    },
    el('summary', {}, `The numbers of figure ${figure.number}`),
    body,
  );
  return details;
}
