// The landing page: how the runtimes compare, what changed lately, how old and how trustworthy the data is.

import '../ui/ui.css';
import './home.css';
import { loadSite } from '../data/load.ts';
import { seriesOf } from '../data/names.ts';
import type { Listed } from '../data/run.ts';
import type { Live, Site } from '../data/site.ts';
import { el } from '../ui/dom.ts';
import { count, date, commit as short } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { pageAddress, runAddress, runsAddress } from '../ui/links.ts';
import { type Here, mount } from '../ui/mount.ts';
import { nothing } from '../ui/problem.ts';
import { searchBox } from '../ui/search.ts';
import { ofProject } from '../ui/whose.ts';
import { age, stale } from './age.ts';
import { changes } from './changes.ts';
import { matrix } from './matrix.ts';
import { parse, query, type State } from './state.ts';
import { verdicts } from './verdicts.ts';

mount<Site, State>({
  load: loadSite,
  address: { parse, query },
  render(site, state, here) {
    name(site);
    if (site.runs.length === 0) return nothing();
    const made = table(site, state, here);
    return made instanceof Promise ? made.then((own) => page(site, own)) : page(site, made);
  },
});

function page(site: Site, own: HTMLElement | undefined): HTMLElement {
  return el(
    'div',
    {},
    header(site),
    el(
      'div',
      { class: 'home' },
      el('div', {}, own),
      el('div', { class: 'beside' }, verdicts(site), changes(site)),
    ),
  );
}

// The site is anybody's: what it is called comes with the data.
function name(site: Site): void {
  const path = site.repository.replace(/^https?:\/\/[^/]+\//, '');
  const title = site.title || (path === '' ? 'Benchmarks' : `Benchmarks of ${path}`);
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = title;
  document.title = `${title} · cobench`;
}

type Made = HTMLElement | undefined;

function table(site: Site, state: State, here: Here<State>): Made | Promise<Made> {
  if (site.matrix.length > 0) return matrix(site, state, here);
  // One language has nothing to be compared with, and a project's runtimes are none that it compares.
  if (ofProject()) return undefined;
  const runtimes = new Set([...site.trends.runtimes, ...site.runs.flatMap((r) => r.runtimes)]);
  return runtimes.size < 2 ? undefined : unmatched();
}

function header(site: Site): HTMLElement {
  const newest = site.newest ?? site.runs[0];
  return el(
    'div',
    { class: 'status' },
    el(
      'p',
      {},
      newest ? fresh(newest) : undefined,
      el('span', {}, alarms(site)),
      site.trends.series.length > 0
        ? el(
            'span',
            {},
            'Trends ',
            el('a', { href: './trends.html' }, count(site.trends.series.length, 'benchmark')),
            el('span', { class: 'quiet' }, ` over ${count(site.trends.commits, 'commit')}`),
          )
        : undefined,
      site.runs.some((r) => r.kind === 'manual') || site.total > site.runs.length
        ? el('span', {}, el('a', { href: pageAddress('runs', [['kind', 'manual']]) }, 'Manual runs'))
        : undefined,
    ),
    site.trends.series.length === 0
      ? undefined
      : searchBox(seriesOf(site.trends), 'Find a benchmark', (s) => {
          location.href = pageAddress('trends', [['s', s.key]]);
        }),
  );
}

function fresh(newest: Listed): HTMLElement {
  return el(
    'span',
    { title: `${date(newest.date)} UTC, commit ${short(newest.commit, newest.dirty)}` },
    'Newest data ',
    el('a', { href: runAddress(newest) }, age(newest.date, Date.now())),
    stale(newest.date, Date.now()) ? el('span', { class: 'mark careful' }, 'older than a week') : undefined,
  );
}

function alarms({ alarms: drawn, live }: Site): (string | Node)[] {
  const rate = ({ count, of }: Live) => `${count} in ${of.toLocaleString('en')} `;
  if (!drawn)
    return [
      'False alarms ',
      el('a', { href: './method.html' }, live ? `${rate(live)}nightly reports` : 'not measured yet'),
      el('span', { class: 'quiet' }, live ? '' : ': run cobench calibrate'),
    ];
  return [
    'False alarms ',
    el(
      'a',
      { href: './method.html' },
      `${rate(drawn)}simulated reports`,
      live ? `, ${rate(live)}nightly ones` : '',
    ),
    el('span', { class: 'quiet' }, ' '),
    hint(
      'How this rate was measured',
      `On unchanged code; at most ${(drawn.high * 100).toFixed(1)}\u202f% at 95\u202f% confidence`,
      ...(drawn.run === ''
        ? []
        : [', ', el('a', { href: runsAddress(drawn.run) }, `recorded ${date(drawn.date).split(',')[0]}`)]),
      live
        ? '. Simulated reports are drawn from recorded rounds; each nightly one was measured, on two commits that differ in the layout of their code only.'
        : '.',
    ),
  ];
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
