// The landing page: how old and how trustworthy the data is, what changed lately, how the runtimes compare.

import '../ui/style.css';
import { DataError } from '../data/guard.ts';
import { loadSite } from '../data/load.ts';
import { seriesOf } from '../data/names.ts';
import { runAddress, runsAddress, type Site } from '../data/site.ts';
import { el } from '../ui/dom.ts';
import { count, date, commit as short } from '../ui/format.ts';
import { nothing, problem } from '../ui/problem.ts';
import { searchBox } from '../ui/search.ts';
import { startTheme } from '../ui/theme.ts';
import { age, stale } from './age.ts';
import { changes } from './changes.ts';
import { matrix } from './matrix.ts';
import { parse, query, type State } from './state.ts';
import { verdicts } from './verdicts.ts';

const app = document.getElementById('app') as HTMLElement;

startTheme();
loadSite().then(start, (error: unknown) => {
  const empty = error instanceof DataError && error.kind === 'missing';
  show(empty ? nothing() : problem(error));
});

function start(site: Site): void {
  if (site.runs.length === 0) {
    show(nothing());
    return;
  }
  const render = () => show(page(site, parse(location.search)));
  const page = (s: Site, state: State) => {
    const change = (next: Partial<State>) => {
      history.pushState(null, '', location.pathname + query({ ...state, ...next }) + location.hash);
      render();
    };
    return el(
      'div',
      {},
      header(s),
      el(
        'div',
        { class: 'home' },
        el('div', {}, changes(s), verdicts(s)),
        s.matrix.length > 0 ? matrix(s, state, change) : unmatched(),
      ),
    );
  };
  addEventListener('popstate', render);
  render();
}

function show(part: HTMLElement): void {
  const focused = document.activeElement?.id ?? '';
  app.replaceChildren(part);
  app.setAttribute('aria-busy', 'false');
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}

function header(site: Site): HTMLElement {
  const newest = site.newest ?? site.runs[0];
  const alarms = site.alarms;
  const facts: [string, (string | Node)[]][] = [];
  if (newest)
    facts.push([
      'Newest data',
      [
        el('a', { href: runAddress(newest) }, age(newest.date, Date.now())),
        el(
          'span',
          { class: 'quiet' },
          ` ${date(newest.date)} UTC, commit ${short(newest.commit, newest.dirty)}`,
        ),
        stale(newest.date, Date.now()) ? el('p', { class: 'mark careful' }, 'older than a week') : '',
      ],
    ]);
  facts.push([
    'False alarms, measured',
    alarms
      ? [
          el('a', { href: './method.html' }, `${alarms.count} in ${alarms.of.toLocaleString('en')} reports`),
          el(
            'span',
            { class: 'quiet' },
            ` on code that had not changed; at most ${(alarms.high * 100).toFixed(1)}\u202f% with 95\u202f% confidence`,
          ),
          ...(alarms.run === ''
            ? []
            : [
                ', ',
                el('a', { href: runsAddress(alarms.run) }, `recorded ${date(alarms.date).split(',')[0]}`),
              ]),
        ]
      : [
          el('a', { href: './method.html' }, 'not measured here yet'),
          el('span', { class: 'quiet' }, ' cobench calibrate does it'),
        ],
  ]);
  if (site.trends.series.length > 0)
    facts.push([
      'Trends',
      [
        el('a', { href: './trends.html' }, count(site.trends.series.length, 'benchmark')),
        el('span', { class: 'quiet' }, ` over ${count(site.trends.commits, 'commit')}`),
      ],
    ]);
  return el(
    'div',
    { class: 'status' },
    el(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
    site.trends.series.length === 0
      ? undefined
      : searchBox(seriesOf(site.trends), 'Find a benchmark', (s) => {
          location.href = `./trends.html?s=${encodeURIComponent(s.key).replace(/%(2F|3D)/g, (code) => decodeURIComponent(code))}`;
        }),
  );
}

function unmatched(): HTMLElement {
  return el(
    'section',
    { class: 'matrix', 'aria-labelledby': 'matrix-title' },
    el('h2', { id: 'matrix-title' }, 'Against Go'),
    el(
      'p',
      { class: 'quiet' },
      'No run has a benchmark of Go and its twin of another runtime yet. ',
      el('a', { href: './compare.html' }, 'See the newest run.'),
    ),
  );
}
