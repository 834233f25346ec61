// The landing page: how old and how trustworthy the data is, what changed lately, how the runtimes compare.

import '../ui/ui.css';
import './home.css';
import { loadSite } from '../data/load.ts';
import { seriesOf } from '../data/names.ts';
import type { Site } from '../data/site.ts';
import { el, facts } from '../ui/dom.ts';
import { count, date, commit as short } from '../ui/format.ts';
import { pageAddress, runAddress, runsAddress } from '../ui/links.ts';
import { mount } from '../ui/mount.ts';
import { nothing } from '../ui/problem.ts';
import { searchBox } from '../ui/search.ts';
import { age, stale } from './age.ts';
import { changes } from './changes.ts';
import { matrix } from './matrix.ts';
import { parse, query, type State } from './state.ts';
import { verdicts } from './verdicts.ts';

mount<Site, State>({
  load: loadSite,
  address: { parse, query },
  render(site, state, { choose }) {
    if (site.runs.length === 0) return nothing();
    return el(
      'div',
      {},
      header(site),
      el(
        'div',
        { class: 'home' },
        el('div', {}, changes(site), verdicts(site)),
        site.matrix.length > 0 ? matrix(site, state, choose) : unmatched(),
      ),
    );
  },
});

function header(site: Site): HTMLElement {
  const newest = site.newest ?? site.runs[0];
  const alarms = site.alarms;
  const told: [string, (string | Node)[]][] = [];
  if (newest)
    told.push([
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
  told.push([
    'False alarms',
    alarms
      ? [
          el('a', { href: './method.html' }, `${alarms.count} in ${alarms.of.toLocaleString('en')} reports`),
          el(
            'span',
            { class: 'quiet' },
            ` on unchanged code; at most ${(alarms.high * 100).toFixed(1)}\u202f% at 95\u202f% confidence`,
          ),
          ...(alarms.run === ''
            ? []
            : [
                ', ',
                el('a', { href: runsAddress(alarms.run) }, `recorded ${date(alarms.date).split(',')[0]}`),
              ]),
        ]
      : [
          el('a', { href: './method.html' }, 'not measured yet'),
          el('span', { class: 'quiet' }, ': run cobench calibrate'),
        ],
  ]);
  if (site.trends.series.length > 0)
    told.push([
      'Trends',
      [
        el('a', { href: './trends.html' }, count(site.trends.series.length, 'benchmark')),
        el('span', { class: 'quiet' }, ` over ${count(site.trends.commits, 'commit')}`),
      ],
    ]);
  return el(
    'div',
    { class: 'status' },
    facts(told),
    site.trends.series.length === 0
      ? undefined
      : searchBox(seriesOf(site.trends), 'Find a benchmark', (s) => {
          location.href = pageAddress('trends', [['s', s.key]]);
        }),
  );
}

function unmatched(): HTMLElement {
  return el(
    'section',
    { class: 'matrix', 'aria-labelledby': 'matrix-title' },
    el('h2', { id: 'matrix-title' }, 'Compared with Go'),
    el(
      'p',
      { class: 'quiet' },
      'No run has a Go benchmark and a matching one of another runtime yet. ',
      el('a', { href: './compare.html' }, 'See the newest run.'),
    ),
  );
}
