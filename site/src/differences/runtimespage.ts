// The page of a run's runtimes, all of its benchmarks in one table, against a runtime that the reader chooses.

import { loadRun } from '../data/load.ts';
import type { Run, RunEntry } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select, toolbar } from '../ui/controls.ts';
import { copyLink } from '../ui/copy.ts';
import { el } from '../ui/dom.ts';
import { date, quantity, ratio, shortCpu } from '../ui/format.ts';
import { pageAddress } from '../ui/links.ts';
import type { Here } from '../ui/mount.ts';
import { notice } from '../ui/problem.ts';
import { scrollTable } from '../ui/table.ts';
import { mode, only, workloads } from './modes.ts';
import { type Cell, mean, runtimesOf, type Twins, twins } from './runtimes.ts';
import type { State } from './state.ts';

/** runtimesPage builds it. */
export async function runtimesPage(site: Site, state: State, here: Here<State>): Promise<HTMLElement> {
  const runs = site.runs.filter((r) => r.kind !== 'calibrate' && r.runtimes.length > 1);
  const entry = runs.find((r) => r.id === state.run) ?? widest(runs);
  const choose = toolbar.bind(undefined, 'What is compared', mode('runtimes', here));
  if (!entry)
    return el(
      'div',
      {},
      choose(),
      notice(
        'No run has two runtimes',
        el(
          'p',
          {},
          'Runtimes are compared within one run, on one machine. No run that is kept whole has two of them.',
        ),
      ),
    );
  const run = await loadRun(entry, here.signal);
  const runtimes = runtimesOf(run);
  const base =
    runtimes.find((r) => r === state.base) ?? runtimes.find((r) => r === 'go') ?? (runtimes[0] as string);
  const rows = twins(run, runtimes, base);
  const shown = rows.filter((t) => state.workload === undefined || t.workload === state.workload);
  return el(
    'div',
    {},
    choose(
      select(
        'run',
        'Run',
        runs.map((r) => ({ value: r.id, label: `${date(r.date)} · ${r.profile} · ${shortCpu(r.cpu)}` })),
        entry.id,
        (v) => here.choose({ run: v }),
      ),
      select(
        'base',
        'Compared with',
        runtimes.map((r) => ({ value: r, label: r })),
        base,
        (v) => here.choose({ base: v }),
      ),
      workloads(
        rows.map((t) => t.workload),
        state,
        here,
      ),
      only(state, here),
      copyLink(),
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
    table(run, shown, runtimes, base, state),
    el(
      'p',
      { class: 'quiet' },
      'Medians, and each as a multiple of the base’s; each runtime on its first scheduler. A ~ marks p ≥ 0.05 in the Mann-Whitney test, which is benchstat’s rule: that difference may be chance. In a large table, one in twenty equal pairs passes it.',
    ),
  );
}

// The newest run with the most runtimes: a nightly one has more than that of a commit.
function widest(runs: RunEntry[]): RunEntry | undefined {
  const most = Math.max(0, ...runs.map((r) => r.runtimes.length));
  return runs.find((r) => r.runtimes.length === most);
}

const ahead = (c: Cell, better: string) => (better === 'higher') === (c.ratio ?? 1) > 1;

function summary(runtime: string, rows: Twins[], i: number, base: string): (HTMLElement | string)[] {
  const cells = rows.flatMap((t) => {
    const c = t.cells[i];
    return c?.ratio === undefined || c.unsteady ? [] : [{ c, t }];
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

function table(run: Run, rows: Twins[], runtimes: string[], base: string, state: State): HTMLElement {
  const some = rows.filter((t) => !state.clear || t.cells.some((c) => c?.clear));
  if (some.length === 0) return el('p', { class: 'empty' }, 'Nothing clearly differs.');
  return scrollTable(
    'runtimes over all benchmarks',
    ['Benchmark', ...runtimes],
    el(
      'tbody',
      {},
      some.map((t) =>
        el(
          'tr',
          {},
          el(
            'th',
            { scope: 'row' },
            el(
              'a',
              {
                href: pageAddress('compare', [
                  ['run', run.id],
                  ['workload', t.workload],
                ]),
              },
              t.workload,
            ),
            el('small', {}, t.name.split('/').slice(1).join(' ')),
          ),
          t.cells.map((c, i) => entry(c, t, runtimes[i] === base)),
        ),
      ),
    ),
    { class: 'differences', caption: `Medians of each runtime, and their ratios to ${base}` },
  );
}

function entry(c: Cell | undefined, t: Twins, base: boolean): HTMLElement {
  if (!c) return el('td', { class: 'num quiet' }, '–');
  const tone = c.unsteady || !c.clear ? 'quiet' : ahead(c, t.better) ? 'change better' : 'change worse';
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
