// The page that compares: address -> state -> data -> page, and back when the reader chooses.

import '../ui/style.css';
import { parse, query, type State } from '../cards/state.ts';
import { SLOTS, slots } from '../chart/palette.ts';
import { address, loadRun, loadSite } from '../data/load.ts';
import type { Run, RunEntry } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { commit, date } from '../ui/format.ts';
import { nothing, problem } from '../ui/problem.ts';
import { onTheme, startTheme } from '../ui/theme.ts';
import { merged } from './merged.ts';
import { olderRun } from './older.ts';
import { type Results, results } from './results.ts';

const app = document.getElementById('app') as HTMLElement;
const loaded = new Map<string, Promise<Run>>();
let shown: Results | undefined;
let turn = 0;

startTheme();
loadSite().then(start, (error) => {
  // A site without data/ is one that nothing was published to yet.
  const empty = error instanceof Error && 'kind' in error && error.kind === 'missing';
  show(empty ? nothing() : problem(error));
});

function start(site: Site): void {
  if (site.runs.length === 0) {
    show(nothing());
    return;
  }
  const render = () => void renderRun(site, parse(location.search));
  addEventListener('popstate', render);
  onTheme(render);
  render();
}

async function renderRun(site: Site, state: State): Promise<void> {
  const mine = ++turn;
  const entry = site.runs.find((r) => r.id === state.run) ?? (site.runs[0] as RunEntry);
  const beside = site.runs.find((r) => r.id === state.beside && r.id !== entry.id);
  const change = (next: Partial<State>) => {
    history.pushState(null, '', location.pathname + query({ ...state, ...next }) + location.hash);
    void renderRun(site, parse(location.search));
  };
  const bar = runBar(site, entry, state, change);
  // The newest run in place of one that is asked for would be taken for it.
  const lost = [state.run, state.beside]
    .filter((id) => id !== undefined && state.place === undefined && !site.runs.some((r) => r.id === id))
    .map((id) =>
      el('p', { class: 'mark failed', role: 'alert' }, `${id}: no such run here; look for it among all runs`),
    );
  try {
    const run = await (state.place === undefined
      ? fetched(entry)
      : olderRun(site, state.place, state.workload));
    const other = beside && (await fetched(beside));
    if (mine !== turn) return;
    const looks = slots([...site.runs.flatMap((r) => r.runtimes), ...site.trends.runtimes]);
    const download = state.place === undefined ? address(entry) : undefined;
    if (!other) {
      show(bar, ...lost, results(run, state, looks, download, site.repository, change));
      return;
    }
    const both = merged(run, other);
    for (const [name, own] of both.names) looks.set(name, (looks.get(own) ?? 0) + SLOTS.length);
    show(bar, ...lost, results(both.run, state, looks, download, site.repository, change, both.origins));
  } catch (error) {
    if (mine === turn) show(bar, ...lost, problem(error));
  }
}

function fetched(entry: RunEntry): Promise<Run> {
  const known = loaded.get(entry.file);
  if (known) return known;
  const run = loadRun(entry);
  loaded.set(entry.file, run);
  // What couldn't be read is asked for again at the next choice.
  run.catch(() => loaded.delete(entry.file));
  return run;
}

// The page is built anew for every choice; focus and place stay where they were.
function show(...parts: (HTMLElement | Results)[]): void {
  const focused = document.activeElement?.id ?? '';
  app.style.minHeight = `${app.offsetHeight}px`;
  shown?.destroy();
  shown = parts.find((part): part is Results => 'draw' in part);
  app.replaceChildren(...parts.map((part) => ('draw' in part ? part.element : part)));
  shown?.draw();
  app.style.minHeight = '';
  app.setAttribute('aria-busy', 'false');
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}

function runBar(
  site: Site,
  entry: RunEntry,
  state: State,
  change: (next: Partial<State>) => void,
): HTMLElement {
  const title = (r: RunEntry) => `${date(r.date)} · ${r.profile} · ${commit(r.commit, r.dirty)}`;
  const older = state.place !== undefined;
  const facts: [string, string][] = older
    ? [['Run', 'an older one of the main branch, from its trends']]
    : [
        ['Machine', entry.cpu],
        ['Profile', entry.profile],
        ['Kind', entry.kind],
        ['Runtimes', entry.runtimes.join(', ')],
        ...(entry.note === '' ? [] : [['Note', entry.note] as [string, string]]),
      ];
  const options = site.runs.map((r) => ({ value: r.id, label: title(r) }));
  return el(
    'section',
    { class: 'run', 'aria-label': 'Run' },
    select(
      'run',
      'Run',
      older ? [{ value: '', label: `run ${state.place} of the trends` }, ...options] : options,
      older ? '' : entry.id,
      (run) => change({ run, place: undefined, beside: undefined, base: undefined }),
    ),
    site.runs.length < 2
      ? undefined
      : select(
          'beside',
          'Beside it',
          [{ value: '', label: 'no other run' }, ...options.filter((o) => older || o.value !== entry.id)],
          state.beside ?? '',
          (v) => change({ beside: v === '' ? undefined : v, base: undefined }),
        ),
    el(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
  );
}
