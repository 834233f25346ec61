// The page of cold starts: start-up times and warm-up curves of the newest run that has them.

import '../ui/style.css';
import { type Choice, choose } from '../cards/choice.ts';
import { curvesOf } from '../cards/curve.ts';
import { seriesOf } from '../cards/series.ts';
import { parse, query, type State } from '../cards/state.ts';
import { type Warmup, warmup } from '../cards/warmup.ts';
import { legend } from '../chart/legend.ts';
import { slots } from '../chart/palette.ts';
import { DataError } from '../data/guard.ts';
import { loadRun, loadSite } from '../data/load.ts';
import type { Run, RunEntry, Unit } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { commit, date } from '../ui/format.ts';
import { nothing, problem } from '../ui/problem.ts';
import { onTheme, startTheme } from '../ui/theme.ts';
import { bars } from './bars.ts';

const app = document.getElementById('app') as HTMLElement;
let drawn: { destroy(): void }[] = [];

startTheme();
loadSite().then(start, (error: unknown) => {
  const empty = error instanceof DataError && error.kind === 'missing';
  show(empty ? nothing() : problem(error));
});

/** The units of the page, in its order; a run needs one of the first three to be on it. */
const UNITS = ['start-sec', 'first-sec/op', 'tenth-sec/op', 'peak-rss-bytes', 'binary-bytes'];
const COLD = UNITS.slice(0, 3);

/** At most so many runs are looked into for cold samples, the newest. */
const MOST = 24;

interface Found {
  entry: RunEntry;
  run: Run;
}

const isCold = (run: Run) =>
  run.benchmarks.some((b) => b.curve.length > 0 || COLD.some((u) => u in b.values));

// Which runs have cold samples only their files tell; after the newest of all, those of the profile that is named so are
// asked first.
async function newest(site: Site, wanted: string | undefined): Promise<Found | undefined> {
  const [first, ...rest] = site.runs;
  const asked = site.runs.filter((r) => r.id === wanted);
  rest.sort((a, b) => Number(b.profile === 'cold') - Number(a.profile === 'cold'));
  const likely = first ? [first, ...rest] : [];
  let failed: unknown;
  for (const entry of [...asked, ...likely].slice(0, MOST))
    try {
      const run = await loadRun(entry);
      if (isCold(run)) return { entry, run };
    } catch (error) {
      failed ??= error;
    }
  if (failed !== undefined) throw failed;
  return undefined;
}

async function start(site: Site): Promise<void> {
  let found: Found | undefined;
  try {
    found = await newest(site, parse(location.search).run);
  } catch (error) {
    show(problem(error));
    return;
  }
  if (!found) {
    show(none());
    return;
  }
  const { entry, run } = found;
  const render = () => renderRun(site, entry, run, parse(location.search));
  addEventListener('popstate', render);
  onTheme(render);
  render();
}

function none(): HTMLElement {
  return el(
    'section',
    { class: 'notice', role: 'alert' },
    el('h2', {}, 'No cold starts yet'),
    el('p', {}, 'None of the newest runs has cold samples. Measure some:'),
    el('pre', { tabindex: 0 }, el('code', {}, 'make bench PROFILE=cold')),
  );
}

function renderRun(site: Site, entry: RunEntry, run: Run, state: State): void {
  const cold: Run = {
    ...run,
    benchmarks: run.benchmarks.filter((b) => b.curve.length > 0 || UNITS.some((u) => u in b.values)),
  };
  const choice = choose(cold, state);
  if (!choice) {
    show(none());
    return;
  }
  const change = (next: Partial<State>) => {
    history.pushState(null, '', location.pathname + query({ ...state, ...next }) + location.hash);
    renderRun(site, entry, run, parse(location.search));
  };
  const series = seriesOf(cold, choice.workload.name, slots(site.runs.flatMap((r) => r.runtimes)));
  const hidden = new Set(series.map((s) => s.key).filter((key) => state.hidden.has(key)));
  const curves = curvesOf(choice, series, state.warmHeld);
  const warm = curves && warmup(choice, curves, state, hidden, change);
  const toggle = (key: string) => {
    const next = new Set(state.hidden);
    if (!next.delete(key)) next.add(key);
    change({ hidden: next });
  };
  const element = el(
    'div',
    {},
    el(
      'section',
      { class: 'run', 'aria-label': 'Run' },
      el(
        'dl',
        { class: 'facts' },
        facts(entry).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
      ),
    ),
    el(
      'section',
      { 'aria-labelledby': 'starts-title' },
      el('div', { class: 'workload-head' }, el('h2', { id: 'starts-title' }, choice.workload.name)),
      toolbar(cold, choice, change),
      legend(cold, series, [], hidden, toggle, () => undefined),
      el(
        'div',
        { class: 'cards bar-cards' },
        unitsOf(choice).map((u) => bars(choice, series, u, hidden)),
      ),
    ),
    warm?.element,
  );
  show(element, warm);
}

function facts(entry: RunEntry): [string, HTMLElement | string][] {
  return [
    [
      'Run',
      el(
        'a',
        { href: `./compare.html?run=${encodeURIComponent(entry.id).replaceAll('%2F', '/')}` },
        `${date(entry.date)} UTC`,
      ),
    ],
    ['Commit', commit(entry.commit, entry.dirty)],
    ['Machine', entry.cpu],
    ['Profile', entry.profile],
  ];
}

function unitsOf(choice: Choice): Unit[] {
  return UNITS.flatMap((name) => choice.units.find((u) => u.name === name) ?? []);
}

function toolbar(run: Run, choice: Choice, change: (next: Partial<State>) => void): HTMLElement {
  const workloads = [...new Set(run.benchmarks.map((b) => b.workload))];
  return el(
    'form',
    { class: 'toolbar', 'aria-label': 'What the charts show', onsubmit: (event) => event.preventDefault() },
    workloads.length < 2
      ? undefined
      : select(
          'workload',
          'Workload',
          workloads.map((w) => ({ value: w, label: w })),
          choice.workload.name,
          (workload) => change({ workload, held: new Map(), warmHeld: new Map() }),
        ),
  );
}

function show(part: HTMLElement, warm?: Warmup): void {
  const focused = document.activeElement?.id ?? '';
  app.style.minHeight = `${app.offsetHeight}px`;
  for (const d of drawn) d.destroy();
  app.replaceChildren(part);
  drawn = warm?.draw() ?? [];
  app.style.minHeight = '';
  app.setAttribute('aria-busy', 'false');
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}
