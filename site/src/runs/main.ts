// The page of runs: all that was measured, newest first, each with where, with what, and how to get its numbers anew.

import { scrollTable } from '../ui/scroll.ts';
import '../ui/style.css';
import { DataError } from '../data/guard.ts';
import { address, loadRun, loadSite } from '../data/load.ts';
import type { Listed, Run, RunEntry } from '../data/run.ts';
import { commitAddress, runAddress, type Site } from '../data/site.ts';
import { select } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { environment } from '../ui/environment.ts';
import { count, date, commit as short } from '../ui/format.ts';
import { shortened } from '../ui/machine.ts';
import { leftOut, nothing, problem } from '../ui/problem.ts';
import { reproduce } from '../ui/reproduce.ts';
import { startTheme } from '../ui/theme.ts';
import { loadPage, pages } from './list.ts';
import { parse, query, type State } from './state.ts';

const app = document.getElementById('app') as HTMLElement;

startTheme();
loadSite().then(start, (error: unknown) => {
  const empty = error instanceof DataError && error.kind === 'missing';
  show(empty ? nothing() : problem(error));
});

/** Rows that come at once. */
const ROWS = 50;

/** What is loaded of the list: page by page, the newest first. */
interface List {
  runs: Listed[];
  /** How many of them are shown. */
  shown: number;
  /** The number of the next page; below 0 there is none. */
  next: number;
  error: unknown;
}

async function start(site: Site): Promise<void> {
  if (site.runs.length === 0 && site.total === 0) {
    show(nothing());
    return;
  }
  const list: List = {
    runs: site.total === 0 ? site.runs : [],
    shown: ROWS,
    next: pages(site.total) - 1,
    error: undefined,
  };
  const more = async () => {
    try {
      list.runs = [...list.runs, ...(await loadPage(list.next))];
      list.next--;
      list.error = undefined;
    } catch (error) {
      list.error = error;
      if (list.runs.length === 0) list.runs = site.runs;
    }
  };
  if (list.next >= 0) await more();
  const render = () => {
    const state = parse(location.search);
    const change = (next: Partial<State>) => {
      history.pushState(null, '', location.pathname + query({ ...state, ...next }) + location.hash);
      render();
    };
    const older = async () => {
      list.shown += ROWS;
      if (list.shown > list.runs.length && list.next >= 0) await more();
      render();
    };
    show(page(site, list, state, change, () => void older()));
  };
  addEventListener('popstate', render);
  render();
  document.querySelector('tr.chosen')?.scrollIntoView({ block: 'center' });
}

function show(part: HTMLElement): void {
  const focused = document.activeElement?.id ?? '';
  app.replaceChildren(part);
  app.setAttribute('aria-busy', 'false');
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}

function page(
  site: Site,
  list: List,
  state: State,
  change: (next: Partial<State>) => void,
  more: () => void,
): HTMLElement {
  const kinds = [...new Set([...site.runs, ...list.runs].map((r) => r.kind))].sort();
  const all = list.runs.filter((r) => state.kind === undefined || r.kind === state.kind);
  const opened = all.findIndex((r) => r.id === state.run);
  const shown = all.slice(0, Math.max(list.shown, opened + 1));
  return el(
    'div',
    {},
    el(
      'form',
      { class: 'toolbar', 'aria-label': 'Which runs', onsubmit: (event) => event.preventDefault() },
      select(
        'kind',
        'Kind',
        [{ value: '', label: 'all' }, ...kinds.map((k) => ({ value: k, label: k }))],
        state.kind ?? '',
        (kind) => change({ kind: kind === '' ? undefined : kind }),
      ),
      el(
        'p',
        { class: 'fixed' },
        `${count(shown.length, 'run')} of ${(site.total || list.runs.length).toLocaleString('en')}`,
      ),
    ),
    list.error === undefined ? undefined : problem(list.error),
    leftOut(site.skipped),
    scrollTable(
      'runs',
      [
        'Measured (UTC)',
        'Kind',
        'Profile',
        'Commit',
        'Machine',
        'Runtimes',
        el('span', { class: 'unseen' }, 'Open'),
      ],
      el(
        'tbody',
        {},
        shown.flatMap((r, i) => [
          row(site, r, i, state, change),
          ...(r.id === state.run ? [details(site, r)] : []),
        ]),
      ),
      { class: 'runs', caption: 'Runs, the newest first' },
    ),
    list.next < 0 && shown.length === all.length
      ? undefined
      : el(
          'p',
          { class: 'more' },
          el('button', { type: 'button', id: 'older', class: 'button', onclick: more }, 'Older runs'),
        ),
  );
}

function row(
  site: Site,
  r: Listed,
  i: number,
  state: State,
  change: (next: Partial<State>) => void,
): HTMLElement {
  const open = r.id === state.run;
  const link = commitAddress(site.repository, r.commit);
  const hash = short(r.commit, r.dirty);
  return el(
    'tr',
    { class: open ? 'chosen' : undefined },
    el(
      'th',
      { scope: 'row' },
      el(
        'button',
        {
          type: 'button',
          id: `run-${i}`,
          class: 'sort',
          'aria-expanded': String(open),
          title: r.id,
          onclick: () => change({ run: open ? undefined : r.id }),
        },
        `${open ? '▾' : '▸'} ${date(r.date)}`,
      ),
    ),
    el('td', {}, r.kind),
    el('td', {}, r.profile, r.note === '' ? undefined : el('p', { class: 'note' }, r.note)),
    el('td', {}, el('code', {}, link ? el('a', { href: link, rel: 'noopener noreferrer' }, hash) : hash)),
    el('td', {}, shortened(r.cpu)),
    el('td', { class: 'quiet' }, r.runtimes.join(', ')),
    el('td', {}, charts(r)),
  );
}

function charts(r: Listed): HTMLElement | undefined {
  const href = runAddress(r);
  return href === undefined ? undefined : el('a', { href }, 'charts');
}

function details(site: Site, r: Listed): HTMLElement {
  const cell = el(
    'td',
    { colspan: 7, class: 'run-details' },
    el('p', { class: 'quiet' }, 'Loading the run …'),
  );
  if (r.file === '') cell.replaceChildren(reproduce(site.repository, r.id, undefined));
  else {
    const entry: RunEntry = r;
    loadRun(entry).then(
      (run: Run) => cell.replaceChildren(environment(run, address(entry), site.repository)),
      (error: unknown) => cell.replaceChildren(problem(error)),
    );
  }
  return el('tr', {}, cell);
}
