// The page of the studies: what was said and what is found, study by study, built anew for every choice.

import type { Drawn } from '../chart/chart.ts';
import { legend } from '../chart/legend.ts';
import { check, scaleSwitch, segmented, toolbar } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { hint } from '../ui/hint.ts';
import type { View } from '../ui/mount.ts';
import { shell } from '../ui/problem.ts';
import { claimList, type Judged, score } from './claimlist.ts';
import { figureOf } from './figure.ts';
import { FIGURES, type Line, linesOf } from './figures.ts';
import { origin, sheet } from './render.ts';
import type { Data } from './source.ts';
import type { State } from './state.ts';
import { type About, STUDIES } from './studies.ts';
import { tablesOf } from './tables.ts';

/** What stays as it is while the reader chooses. */
export interface Loaded {
  data: Data;
  /** The claims, judged over data. */
  claims: Judged[];
  /** Looks of the site's runtimes. */
  slots: Map<string, number>;
  errors: unknown[];
}

/** page builds all of it; choose is called with what the reader chose. */
export function page(
  { data, claims, slots, errors }: Loaded,
  state: State,
  choose: (next: Partial<State>) => void,
): View {
  const drawn: Drawn[] = [];
  const keyed: Drawn[] = [];
  const lines = linesOf(data.matmul, slots);
  // What could not be read may have been measured.
  const unread = Object.keys(data).length === 0 && errors.length > 0;
  const figures = FIGURES.map((figure) => figureOf(figure, lines, data.matmul, state, unread));
  const of = ({ study }: About) => claims.filter((j) => j.claim.study === study);
  const emphasise = (key: string | undefined) => {
    for (const d of keyed) d.emphasise(key);
  };
  const scores = STUDIES.map((about) => ({
    name: `${about.study}: ${about.title}`,
    href: `#study-${about.study.toLowerCase()}`,
    judged: of(about),
  }));
  const element = el(
    'div',
    {},
    Object.keys(data).length === 0 && !unread ? unmeasured() : undefined,
    unread ? undefined : score(scores),
    el(
      'p',
      { class: 'quiet' },
      'What confirmed, refuted and mixed mean ',
      hint(
        'What confirmed, refuted and mixed mean',
        'Two values differ clearly if their 95 % intervals do not overlap. ',
        el('strong', {}, 'Confirmed'),
        ': a clear difference at every measured point. ',
        el('strong', {}, 'Refuted'),
        ': a clear difference the other way; one point is enough where the claim says “every”. ',
        el('strong', {}, 'Mixed'),
        ': neither. If a claim states a size, the bounds of the ratio must reach it too. For how values and intervals are computed, see ',
        el('a', { href: './method.html' }, 'the method'),
        '.',
      ),
    ),
    STUDIES.map((about) => {
      const anchor = `study-${about.study.toLowerCase()}`;
      const title = `Study ${about.study}: ${about.title}`;
      return el(
        'section',
        { class: 'study', id: anchor, 'aria-labelledby': `${anchor}-title` },
        el('h2', { id: `${anchor}-title` }, title),
        el('p', { class: 'about' }, about.what),
        el('p', { class: 'about quiet' }, about.different),
        unread ? undefined : claimList(of(about), `Claims of study ${about.study}`),
        about.study === 'A'
          ? [choices(state, choose), key(lines, state, choose, emphasise), figures.map((f) => f.element)]
          : undefined,
        tablesOf(about.study, data).map((table) =>
          el(
            'section',
            { class: 'sheet', id: table.id, 'aria-labelledby': `${table.id}-title` },
            el('h3', { id: `${table.id}-title` }, table.title),
            el('p', { class: 'quiet' }, table.about),
            sheet(table, data[table.subject]),
            origin(data[table.subject], unread),
          ),
        ),
      );
    }),
  );
  return {
    element,
    draw() {
      for (const figure of figures) {
        const own = figure.draw();
        drawn.push(...own);
        if (figure.keyed) keyed.push(...own);
      }
    },
    destroy() {
      keyed.splice(0);
      for (const d of drawn.splice(0)) d.destroy();
    },
  };
}

function unmeasured(): HTMLElement {
  return el(
    'section',
    { class: 'notice', id: 'unmeasured', 'aria-labelledby': 'unmeasured-title' },
    el('h2', { id: 'unmeasured-title' }, 'Published figures only'),
    el('p', {}, 'This site has no run of the study profile. This command measures one, which takes hours:'),
    shell('make bench PROFILE=study'),
    el('p', {}, 'In parts of half an hour, each continuing where the last one stopped:'),
    shell('bin/cobench bench -profile study -budget 30m'),
  );
}

function choices(state: State, change: (next: Partial<State>) => void): HTMLElement {
  return toolbar(
    'What the figures show',
    scaleSwitch('y-scale', 'y scale', state.y, (y) => change({ y })),
    scaleSwitch('x-scale', 'x scale', state.x, (x) => change({ x })),
    segmented(
      'published',
      'Published values',
      [
        { value: 'median', label: 'median' },
        { value: 'mean', label: 'mean, as published' },
      ],
      state.statistic,
      (v) => change({ statistic: v === 'mean' ? 'mean' : 'median' }),
    ),
    check('same-y', 'same y scale in both charts', state.shared, (shared) => change({ shared })),
  );
}

function key(
  lines: Line[],
  { hidden }: State,
  choose: (next: Partial<State>) => void,
  emphasise: (key: string | undefined) => void,
): HTMLElement {
  return legend(
    'Lines: press to hide or show',
    lines.map((line) => ({
      ...line,
      id: `line-${line.key}`,
      title: `${line.runtime}, scheduler ${line.exec}`,
      note: line.published ? undefined : 'not published',
    })),
    { hidden, hide: (hidden) => choose({ hidden }), emphasise },
  );
}
