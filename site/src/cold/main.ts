// The page of cold starts: start-up times and warm-up curves of the newest run that has them.

import '../ui/ui.css';
import '../chart/chart.css';
import '../cards/cards.css';
import './cold.css';
import { type Choice, choose } from '../cards/choice.ts';
import { curvesOf } from '../cards/curve.ts';
import { runLegend } from '../cards/legend.ts';
import { seriesOf } from '../cards/series.ts';
import { parse, query, type State } from '../cards/state.ts';
import { warmup } from '../cards/warmup.ts';
import { slotsOf } from '../chart/palette.ts';
import { loadRun, loadSite } from '../data/load.ts';
import type { Run, RunEntry, Unit } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select, toolbar } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { commit, date, shortCpu } from '../ui/format.ts';
import { runAddress } from '../ui/links.ts';
import { type Here, mount, type View } from '../ui/mount.ts';
import { notice, shell } from '../ui/problem.ts';
import { bars } from './bars.ts';

/** The units of the page, in its order; a run needs one of the first three to be on it. */
const UNITS = ['start-sec', 'first-sec/op', 'tenth-sec/op', 'peak-rss-bytes', 'binary-bytes'];
const COLD = UNITS.slice(0, 3);

/** At most so many runs are searched for cold samples, the newest. */
const MOST = 24;

interface Found {
  site: Site;
  entry: RunEntry;
  run: Run;
}

mount<Found | undefined, State>({ load, address: { parse, query }, render });

const isCold = (run: Run) =>
  run.benchmarks.some((b) => b.curve.length > 0 || COLD.some((u) => u in b.values));

// Only their files tell which runs have cold samples; after the newest run, those of the profile "cold" come first.
async function load(): Promise<Found | undefined> {
  const site = await loadSite();
  const [first, ...rest] = site.runs;
  const wanted = parse(location.search).run;
  const asked = site.runs.filter((r) => r.id === wanted);
  rest.sort((a, b) => Number(b.profile === 'cold') - Number(a.profile === 'cold'));
  const likely = first ? [first, ...rest] : [];
  let failed: unknown;
  for (const entry of [...asked, ...likely].slice(0, MOST))
    try {
      const run = await loadRun(entry);
      if (isCold(run)) return { site, entry, run };
    } catch (error) {
      failed ??= error;
    }
  if (failed !== undefined) throw failed;
  return undefined;
}

function none(): HTMLElement {
  return notice(
    'No cold starts yet',
    el('p', {}, 'None of the newest runs measured cold starts. This command does:'),
    shell('make bench PROFILE=cold'),
  );
}

function render(found: Found | undefined, state: State, here: Here<State>): HTMLElement | View {
  if (!found) return none();
  const { site, entry, run } = found;
  const cold: Run = {
    ...run,
    benchmarks: run.benchmarks.filter((b) => b.curve.length > 0 || UNITS.some((u) => u in b.values)),
  };
  const choice = choose(cold, state);
  if (!choice) return none();
  const series = seriesOf(cold, choice.workload.name, slotsOf(site));
  const hidden = new Set(series.map((s) => s.key).filter((key) => state.hidden.has(key)));
  const curves = curvesOf(choice, series, state.warmHeld);
  const warm = curves && warmup(choice, curves, state, hidden, here.choose);
  const doc = site.described[choice.workload.name]?.doc;
  const element = el(
    'div',
    {},
    el(
      'section',
      { class: 'run', 'aria-label': 'Run' },
      el(
        'p',
        {},
        el('a', { href: runAddress(entry) }, `${date(entry.date)} UTC`),
        ` · ${commit(entry.commit, entry.dirty)} · ${shortCpu(entry.cpu)} · ${entry.profile}`,
      ),
    ),
    el(
      'section',
      { 'aria-labelledby': 'starts-title' },
      el(
        'div',
        { class: 'workload-head' },
        el('h2', { id: 'starts-title' }, choice.workload.name),
        doc === undefined ? undefined : el('p', {}, doc),
      ),
      workloads(cold, choice, here),
      runLegend(cold, series, [], { hidden: state.hidden, hide: (hidden) => here.choose({ hidden }) }),
      el(
        'div',
        { class: 'cards bar-cards' },
        UNITS.flatMap((name): Unit[] => choice.units.filter((u) => u.name === name)).map((u) =>
          bars(choice, series, u, hidden),
        ),
      ),
    ),
    warm?.element,
  );
  return { ...warm, element };
}

function workloads(run: Run, choice: Choice, { choose }: Here<State>): HTMLElement {
  const names = [...new Set(run.benchmarks.map((b) => b.workload))];
  return toolbar(
    'What the charts show',
    names.length < 2
      ? undefined
      : select(
          'workload',
          'Workload',
          names.map((w) => ({ value: w, label: w })),
          choice.workload.name,
          (workload) => choose({ workload, held: new Map(), warmHeld: new Map() }),
        ),
  );
}
