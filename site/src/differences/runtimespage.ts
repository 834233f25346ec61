// The page of a run's runtimes, all of its benchmarks in one table, against a runtime that the reader chooses.

import { type Beside, baseOf, mean, runtimesOf, type Twins, twins } from '../cards/twins.ts';
import { loadRun } from '../data/load.ts';
import type { Run, RunEntry } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { date, quantity, ratio, shortCpu } from '../ui/format.ts';
import { pageAddress } from '../ui/links.ts';
import type { Here } from '../ui/mount.ts';
import { controls, nothingIn } from './modes.ts';
import type { State } from './state.ts';
import { row, table } from './table.ts';

/** runtimesPage builds it. */
export async function runtimesPage(site: Site, state: State, here: Here<State>): Promise<HTMLElement> {
  const runs = site.runs.filter((r) => r.kind !== 'calibrate' && r.runtimes.length > 1);
  const entry = runs.find((r) => r.id === state.run) ?? widest(runs);
  if (!entry)
    return nothingIn(
      'runtimes',
      here,
      'No run has two runtimes',
      'Runtimes are compared within one run, on one machine. No run that is kept whole has two of them.',
    );
  const run = await loadRun(entry, here.signal);
  const runtimes = runtimesOf(run);
  const base = baseOf(runtimes, state.base);
  const rows = twins(run, runtimes, base);
  const shown = rows.filter((t) => state.workload === undefined || t.workload === state.workload);
  const some = shown.filter((t) => !state.clear || t.cells.some((c) => c?.clear));
  return el(
    'div',
    {},
    controls(
      'runtimes',
      rows.map((t) => t.workload),
      state,
      here,
      select(
        'run',
        'Run',
        runs.map((r) => ({ value: r.id, label: `${date(r.date)} · ${r.profile} · ${shortCpu(r.cpu)}` })),
        entry.id,
        (v) => here.choose({ run: v }),
      ),
      select(
        'base',
        'Baseline',
        runtimes.map((r) => ({ value: r, label: r })),
        base,
        (v) => here.choose({ base: v }),
      ),
    ),
    el(
      'div',
      { class: 'summary', role: 'status' },
      el(
        'ul',
        {},
        runtimes.flatMap((r, i) => (r === base ? [] : [el('li', {}, summary(r, shown, i, base))])),
      ),
    ),
    table(
      'runtimes over all benchmarks',
      `Medians of each runtime, and their ratios to ${base}`,
      runtimes,
      some.map((t) => line(run, t, runtimes, base)),
    ),
    el(
      'p',
      { class: 'quiet' },
      'Medians, and each as a multiple of the baseline’s. Each runtime has its default scheduler. A ~ marks p > 0.05 in the Mann-Whitney test, which is benchstat’s rule: that difference may be chance. In a large table, one in twenty equal pairs passes it. Values of which half the samples or more are unsteady have no ratio.',
    ),
  );
}

// The newest run with the most runtimes: a nightly one has more than that of a commit.
function widest(runs: RunEntry[]): RunEntry | undefined {
  const most = Math.max(0, ...runs.map((r) => r.runtimes.length));
  return runs.find((r) => r.runtimes.length === most);
}

const ahead = (c: Beside, better: string) => (better === 'higher') === (c.ratio ?? 1) > 1;

function summary(runtime: string, rows: Twins[], i: number, base: string): (HTMLElement | string)[] {
  const cells = rows.flatMap((t) => {
    const c = t.cells[i];
    return c?.ratio === undefined ? [] : [{ c, t }];
  });
  const clear = cells.filter(({ c }) => c.clear);
  const faster = clear.filter(({ c, t }) => ahead(c, t.better)).length;
  // Rates and times can't be averaged: the mean is of what is better lower.
  const all = mean(cells.filter(({ t }) => t.better !== 'higher').map(({ c }) => c.ratio as number));
  return [
    el('strong', {}, `${runtime}: ${faster} faster, ${clear.length - faster} slower`),
    `, ${cells.length - clear.length} without a clear difference`,
    all === undefined ? '' : `; on average ${ratio(all)} of ${base}’s time`,
    '.',
  ];
}

function line(run: Run, t: Twins, runtimes: string[], base: string): HTMLElement {
  const address = pageAddress('compare', [
    ['run', run.id],
    ['workload', t.workload],
  ]);
  const cells = t.cells.map((c, i) => entry(c, t, runtimes[i] === base));
  return row(address, t.workload, t.name.split('/').slice(1), cells);
}

function entry(c: Beside | undefined, t: Twins, base: boolean): HTMLElement {
  if (!c) return el('td', { class: 'num quiet' }, '–');
  const tone = !c.clear ? 'quiet' : ahead(c, t.better) ? 'change better' : 'change worse';
  return el(
    'td',
    { class: 'num' },
    quantity(c.center, t.unit),
    base || c.ratio === undefined
      ? undefined
      : el(
          'span',
          { class: `times ${tone}`, title: c.p === undefined ? undefined : `p = ${c.p.toPrecision(2)}` },
          `${c.clear ? '' : '~ '}${ratio(c.ratio)}`,
        ),
    c.unsteady ? el('span', { class: 'mark careful' }, 'unsteady') : undefined,
  );
}
