// The page of runs: all that was measured, newest first, each with where, with what, and how to reproduce its numbers.

import '../ui/ui.css';
import '../cards/cards.css';
import './runs.css';
import { address, loadRun, loadSite } from '../data/load.ts';
import type { Listed, RunEntry } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select, toolbar } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { environment } from '../ui/environment.ts';
import { count, date, shortCpu } from '../ui/format.ts';
import { commitLink, runAddress } from '../ui/links.ts';
import { type Here, mount, type View } from '../ui/mount.ts';
import { leftOut, nothing, problem } from '../ui/problem.ts';
import { reproduce } from '../ui/reproduce.ts';
import { scrollTable } from '../ui/table.ts';
import { loadPage, pages } from './list.ts';
import { parse, query, type State } from './state.ts';

/** Rows that come at once. */
const ROWS = 50;

/** What is loaded of the list: page by page, the newest first. */
interface List {
  site: Site;
  runs: Listed[];
  /** How many of them are shown. */
  shown: number;
  /** The number of the next page; below 0 there is none. */
  next: number;
  error: unknown;
  /** Whether the run of the address was scrolled to. */
  found: boolean;
}

mount<List, State>({ load, address: { parse, query }, render });

async function load(): Promise<List> {
  const site = await loadSite();
  const runs = site.total === 0 ? site.runs : [];
  const list: List = { site, runs, shown: ROWS, next: pages(site.total) - 1, error: undefined, found: false };
  if (list.next >= 0) await more(list);
  return list;
}

async function more(list: List): Promise<void> {
  try {
    const loaded = list.runs === list.site.runs ? [] : list.runs;
    list.runs = [...loaded, ...(await loadPage(list.next))];
    list.next--;
    list.error = undefined;
  } catch (error) {
    list.error = error;
    if (list.runs.length === 0) list.runs = list.site.runs;
  }
}

function render(list: List, state: State, here: Here<State>): HTMLElement | View {
  if (list.site.runs.length === 0 && list.site.total === 0) return nothing();
  const element = page(list, state, here);
  return {
    element,
    draw() {
      if (!list.found) element.querySelector('tr.chosen')?.scrollIntoView({ block: 'center' });
      list.found = true;
    },
  };
}

function page(list: List, state: State, here: Here<State>): HTMLElement {
  const { site } = list;
  const kinds = [...new Set([...site.runs, ...list.runs].map((r) => r.kind))].sort();
  const all = list.runs.filter((r) => state.kind === undefined || r.kind === state.kind);
  const opened = all.findIndex((r) => r.id === state.run);
  const shown = all.slice(0, Math.max(list.shown, opened + 1));
  const older = async () => {
    list.shown += ROWS;
    if (list.shown > list.runs.length && list.next >= 0) await more(list);
    here.again();
  };
  const retry = async () => {
    await more(list);
    here.again();
  };
  return el(
    'div',
    {},
    toolbar(
      'Filter the runs',
      select(
        'kind',
        'Kind',
        [{ value: '', label: 'all' }, ...kinds.map((k) => ({ value: k, label: k }))],
        state.kind ?? '',
        (kind) => here.choose({ kind: kind === '' ? undefined : kind }),
      ),
      el(
        'p',
        { class: 'fixed' },
        `${count(shown.length, 'run')} of ${(site.total || list.runs.length).toLocaleString('en')}`,
      ),
    ),
    list.error === undefined ? undefined : problem(list.error, () => void retry()),
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
          row(site, r, i, state, here),
          ...(r.id === state.run ? [details(site, r, here)] : []),
        ]),
      ),
      { class: 'runs', caption: 'Runs, the newest first' },
    ),
    list.next < 0 && shown.length === all.length
      ? undefined
      : el(
          'p',
          { class: 'more' },
          el(
            'button',
            { type: 'button', id: 'older', class: 'button', onclick: () => void older() },
            'Older runs',
          ),
        ),
  );
}

function row(site: Site, r: Listed, i: number, state: State, here: Here<State>): HTMLElement {
  const open = r.id === state.run;
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
          onclick: () => here.choose({ run: open ? undefined : r.id }),
        },
        `${open ? '▾' : '▸'} ${date(r.date)}`,
      ),
    ),
    el('td', {}, r.kind),
    el('td', {}, r.profile, r.note === '' ? undefined : el('p', { class: 'note' }, r.note)),
    el('td', {}, commitLink(site.repository, r.commit, r.dirty)),
    el('td', {}, shortCpu(r.cpu)),
    el('td', { class: 'quiet' }, r.runtimes.join(', ')),
    el('td', {}, charts(r)),
  );
}

function charts(r: Listed): HTMLElement | undefined {
  const href = runAddress(r);
  return href === undefined ? undefined : el('a', { href }, 'charts');
}

function details(site: Site, r: Listed, { again, signal }: Here<State>): HTMLElement {
  const cell = el(
    'td',
    { colspan: 7, class: 'run-details' },
    el('p', { class: 'quiet' }, 'Loading the run …'),
  );
  if (r.file === '') cell.replaceChildren(reproduce(site.repository, r.id, undefined));
  else {
    const entry: RunEntry = r;
    loadRun(entry, signal).then(
      (run) => cell.replaceChildren(environment(run, address(entry), site.repository)),
      (error: unknown) => cell.replaceChildren(problem(error, again)),
    );
  }
  return el('tr', {}, cell);
}
