// The page of the studies: what was said and what is found, study by study, built anew for every choice.

import type { Drawn } from '../chart/chart.ts';
import { swatch } from '../chart/marker.ts';
import { scaleSwitch } from '../compare/toolbar.ts';
import { check, segmented } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { claimList, type Judged, score } from './claimlist.ts';
import { figureOf } from './figure.ts';
import { FIGURES, type Line, linesOf } from './figures.ts';
import { origin, sheet } from './render.ts';
import type { Data } from './source.ts';
import type { State } from './state.ts';
import { type About, STUDIES } from './studies.ts';
import { tablesOf } from './tables.ts';

export interface Page {
  element: HTMLElement;
  /** Draws the charts; the element must be in the document, since they take its width. */
  draw(): void;
  destroy(): void;
}

/**
 * page builds all of it. claims are judged over data, slots are the looks of the site's runtimes, and change is called with
 * what the reader chose.
 */
export function page(
  data: Data,
  claims: Judged[],
  state: State,
  slots: Map<string, number>,
  change: (next: Partial<State>) => void,
): Page {
  const drawn: Drawn[] = [];
  const keyed: Drawn[] = [];
  const lines = linesOf(data.matmul, slots);
  const figures = FIGURES.map((figure) => figureOf(figure, lines, data.matmul, state));
  const of = ({ study }: About) => claims.filter((j) => j.claim.study === study);
  const emphasise = (key: string | undefined) => {
    for (const d of keyed) d.emphasise(key);
  };
  const element = el(
    'div',
    {},
    Object.keys(data).length === 0 ? unmeasured() : undefined,
    score(
      STUDIES.map((about) => ({
        name: `${about.study}: ${about.title}`,
        href: `#study-${about.study.toLowerCase()}`,
        judged: of(about),
      })),
    ),
    el(
      'p',
      { class: 'measured' },
      'A difference is clear where the 95 % intervals of two values share no value. ',
      el('strong', {}, 'Confirmed'),
      ': clear at every point that was measured. ',
      el('strong', {}, 'Refuted'),
      ': clearly the other way, at a single point where the claim says “every”. ',
      el('strong', {}, 'Mixed'),
      ': neither. Where a claim has a size, the ratio’s bounds must reach it too. How a value and its interval come about says ',
      el('a', { href: './method.html' }, 'the method'),
      '.',
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
        claimList(of(about), `Claims of study ${about.study}`),
        about.study === 'A'
          ? [toolbar(state, change), legend(lines, state, change, emphasise), figures.map((f) => f.element)]
          : undefined,
        tablesOf(about.study, data).map((table) =>
          el(
            'section',
            { class: 'sheet', id: table.id, 'aria-labelledby': `${table.id}-title` },
            el('h3', { id: `${table.id}-title` }, table.title),
            el('p', { class: 'quiet' }, table.about),
            sheet(table, data[table.subject]),
            origin(data[table.subject]),
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
    el('h2', { id: 'unmeasured-title' }, 'Published figures alone'),
    el('p', {}, 'No run of the study profile was published to this site. This measures one; it takes hours:'),
    el('pre', { tabindex: 0 }, el('code', {}, 'make bench PROFILE=study')),
    el('p', {}, 'In parts of half an hour, each of which goes on where the last one stopped:'),
    el('pre', { tabindex: 0 }, el('code', {}, 'bin/cobench bench -profile study -budget 30m')),
  );
}

function toolbar(state: State, change: (next: Partial<State>) => void): HTMLElement {
  return el(
    'form',
    { class: 'toolbar', 'aria-label': 'What the figures show', onsubmit: (event) => event.preventDefault() },
    scaleSwitch('y-scale', 'y axis', state.y, (y) => change({ y })),
    scaleSwitch('x-scale', 'x axis', state.x, (x) => change({ x })),
    segmented(
      'published',
      'Published as',
      [
        { value: 'median', label: 'median' },
        { value: 'mean', label: 'mean, as drawn there' },
      ],
      state.statistic,
      (v) => change({ statistic: v === 'mean' ? 'mean' : 'median' }),
    ),
    check('same-y', 'same y axis in both charts', state.shared, (shared) => change({ shared })),
  );
}

function legend(
  lines: Line[],
  state: State,
  change: (next: Partial<State>) => void,
  emphasise: (key: string | undefined) => void,
): HTMLElement {
  return el(
    'div',
    { class: 'legend', role: 'group', 'aria-label': 'Lines: press to hide or show' },
    lines.map(({ key, label, runtime, exec, look, published }) => {
      const shown = !state.hidden.has(key);
      return el(
        'button',
        {
          type: 'button',
          id: `line-${key}`,
          'aria-pressed': String(shown),
          title: `${runtime}, exec ${exec}`,
          onclick: () => {
            const next = new Set(state.hidden);
            if (!next.delete(key)) next.add(key);
            change({ hidden: next });
          },
          onpointerenter: () => emphasise(shown ? key : undefined),
          onpointerleave: () => emphasise(undefined),
          onfocus: () => emphasise(shown ? key : undefined),
          onblur: () => emphasise(undefined),
        },
        swatch(look, true),
        label,
        published ? undefined : [' ', el('small', {}, 'here alone')],
      );
    }),
  );
}
