// The page of results: address -> state -> data -> page, and back when the reader chooses.

import './style.css';
import { select } from './controls.ts';
import type { Index, Run, RunEntry } from './data.ts';
import { el } from './dom.ts';
import { commit, date } from './format.ts';
import { address, loadIndex, loadRun } from './load.ts';
import { slots } from './palette.ts';
import { nothing, problem } from './problem.ts';
import { type Results, results } from './results.ts';
import { parse, query, type State } from './state.ts';
import { onTheme, startTheme } from './theme.ts';

const app = document.getElementById('app') as HTMLElement;
const loaded = new Map<string, Promise<Run>>();
let shown: Results | undefined;
let turn = 0;

startTheme();
loadIndex().then(start, (error) => {
  // A site without data/ is one that nothing was published to yet.
  const empty = error instanceof Error && 'kind' in error && error.kind === 'missing';
  show(empty ? nothing() : problem(error));
});

function start(index: Index): void {
  if (index.runs.length === 0) {
    show(nothing());
    return;
  }
  const render = () => void renderRun(index, parse(location.search));
  addEventListener('popstate', render);
  onTheme(render);
  render();
}

async function renderRun(index: Index, state: State): Promise<void> {
  const mine = ++turn;
  const entry = index.runs.find((r) => r.id === state.run) ?? (index.runs[0] as RunEntry);
  const change = (next: Partial<State>) => {
    history.pushState(null, '', location.pathname + query({ ...state, ...next }) + location.hash);
    void renderRun(index, parse(location.search));
  };
  const bar = runBar(index, entry, state, change);
  try {
    const run = await (loaded.get(entry.file) ?? fetched(entry));
    if (mine !== turn) return;
    const all = index.runs.flatMap((r) => r.runtimes);
    show(bar, results(run, state, slots(all), address(entry), change));
  } catch (error) {
    if (mine === turn) show(bar, problem(error));
  }
}

function fetched(entry: RunEntry): Promise<Run> {
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
  index: Index,
  entry: RunEntry,
  state: State,
  change: (next: Partial<State>) => void,
): HTMLElement {
  const title = (r: RunEntry) => `${date(r.date)} · ${r.profile} · ${commit(r.commit, r.dirty)}`;
  const facts: [string, string][] = [
    ['Machine', entry.cpu],
    ['Profile', entry.profile],
    ['Kind', entry.kind],
    ['Runtimes', entry.runtimes.join(', ')],
  ];
  return el(
    'section',
    { class: 'run', 'aria-label': 'Run' },
    select(
      'run',
      'Run',
      index.runs.map((r) => ({ value: r.id, label: title(r) })),
      entry.id,
      (run) => change({ ...state, run }),
    ),
    el(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
  );
}
