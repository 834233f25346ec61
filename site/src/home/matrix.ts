// The matrix of workloads and runtimes: how each compares with the baseline, at a glance and in numbers.

import { loadRun } from '../data/load.ts';
import type { Cell, Site } from '../data/site.ts';
import { check, select, toolbar } from '../ui/controls.ts';
import { type Child, el } from '../ui/dom.ts';
import { count, date, quantity, ratio } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { pageAddress } from '../ui/links.ts';
import type { Here } from '../ui/mount.ts';
import { problem } from '../ui/problem.ts';
import { scrollTable } from '../ui/table.ts';
import { higherIsBetter } from '../ui/unit.ts';
import type { Measured } from './cells.ts';
import { behind, differs, type Grid, gridOf, inOrder, tone, wide } from './grid.ts';
import type { State } from './state.ts';

/** What the index has the ratios to. */
const GO = 'go';

/** A matrix as it is shown. */
interface Shown {
  site: Site;
  state: State;
  change: Here<State>['choose'];
  base: string;
  /** The baseline as a sentence has it. */
  name: string;
}

/** matrix builds the section. The ratios to Go are at hand; others, and measured values, are read from the runs. */
export function matrix(site: Site, state: State, here: Here<State>): HTMLElement | Promise<HTMLElement> {
  const base = baselines(site).find((r) => r === state.base) ?? GO;
  const shown = { site, state, change: here.choose, base, name: base === GO ? 'Go' : base };
  if (base === GO && !state.measured) return section(shown, gridOf(site.matrix, state, site.runs));
  return fromRuns(shown, here);
}

async function fromRuns(shown: Shown, here: Here<State>): Promise<HTMLElement> {
  const { site, state, base } = shown;
  const ids = new Set(site.matrix.map((c) => c.run));
  try {
    // What computes them is loaded with them, for most readers never ask.
    const [{ cellsOf }, ...runs] = await Promise.all([
      import('./cells.ts'),
      ...site.runs.filter((r) => ids.has(r.id)).map((entry) => loadRun(entry, here.signal)),
    ]);
    const cells = cellsOf(runs, base).filter((c) => state.measured || c.runtime !== base);
    const by = (c: Measured) => (state.measured ? c.center : behind(c));
    return section(shown, gridOf(cells, state, site.runs, base, by));
  } catch (error) {
    if (here.signal.aborted) throw error;
    return section(shown, undefined, problem(error, here.again));
  }
}

function baselines(site: Site): string[] {
  return inOrder([GO, ...site.matrix.map((c) => c.runtime)], site.runs);
}

function section(shown: Shown, grid: Grid<Cell | Measured> | undefined, instead?: HTMLElement): HTMLElement {
  const { base, name } = shown;
  return el(
    'section',
    { class: 'matrix', 'aria-labelledby': 'matrix-title' },
    el(
      'div',
      { class: 'section-head' },
      el(
        'div',
        { class: 'titled' },
        el('h2', { id: 'matrix-title' }, `Compared with ${name}`),
        hint(
          'How to read the table',
          `Time per operation relative to ${name} in the same job: 1.40× takes 1.40 times as long. Rows marked so show requests per second instead, where higher is better. Each cell is the geometric mean of the ratios of all matching benchmarks, with its interval, and links to their charts. ~ means that none of them differs from ${name} (p > 0.05). The colour shows how far the nearer end of the interval is from ${name}. Measured values are the geometric means of the medians.`,
        ),
      ),
      controls(shown, grid?.execs ?? []),
    ),
    instead ?? (grid && grid.rows.length > 0 ? table(shown, grid) : unmatched(name)),
    el(
      'div',
      { class: 'heat-foot quiet' },
      scale(name),
      el(
        'a',
        {
          href: pageAddress('differences', [
            ['by', 'runtimes'],
            ['base', base === GO ? undefined : base],
          ]),
        },
        'Each benchmark by itself',
      ),
    ),
  );
}

function controls({ site, state, change, base }: Shown, execs: string[]): HTMLElement {
  return toolbar(
    'What the table shows',
    select(
      'base',
      'Baseline',
      baselines(site).map((r) => ({ value: r, label: r })),
      base,
      (r) => change({ base: r === GO ? undefined : r }),
    ),
    execs.length < 2
      ? undefined
      : select(
          'exec',
          'Scheduler',
          [{ value: '', label: 'each runtime’s default' }, ...execs.map((e) => ({ value: e, label: e }))],
          state.exec ?? '',
          (exec) => change({ exec: exec === '' ? undefined : exec }),
        ),
    check('measured', 'measured values', state.measured, (measured) => change({ measured })),
  );
}

function unmatched(name: string): HTMLElement {
  return el('p', { class: 'empty' }, `No benchmark of ${name} has a matching one of another runtime.`);
}

function table(shown: Shown, grid: Grid<Cell | Measured>): HTMLElement {
  const { state, change, name } = shown;
  const sorted = (column: string) =>
    state.sort?.column === column ? (state.sort.down ? 'descending' : 'ascending') : undefined;
  const turn = (column: string) => {
    const now = state.sort;
    if (now?.column !== column) change({ sort: { column, down: true } });
    else change({ sort: now.down ? { column, down: false } : undefined });
  };
  const head = (column: string, label: string) =>
    el(
      'th',
      { scope: 'col', 'aria-sort': sorted(column) },
      el(
        'button',
        {
          type: 'button',
          id: `sort-${column}`,
          class: 'sort',
          title: `Sort by ${label}`,
          onclick: () => turn(column),
        },
        label,
        el(
          'span',
          { 'aria-hidden': 'true' },
          sorted(column) === undefined ? '' : sorted(column) === 'descending' ? ' ↓' : ' ↑',
        ),
      ),
    );
  return scrollTable(
    `ratio to ${name} by workload and runtime`,
    [head('workload', 'workload'), ...grid.runtimes.map((r) => head(r, r))],
    el(
      'tbody',
      {},
      grid.rows.map((row) => line(row, shown)),
    ),
    { class: 'results heat', caption: `Ratio to ${name} by workload and runtime` },
  );
}

function line({ workload, unit, cells }: Grid<Cell | Measured>['rows'][number], shown: Shown): HTMLElement {
  const doc = shown.site.described[workload]?.doc;
  const baseline = cells.find((c) => c?.runtime === shown.base);
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      el('a', { href: address(cells.find((c) => c !== undefined)) }, workload),
      doc === undefined ? undefined : el('small', { class: 'doc' }, doc),
      higherIsBetter(unit) ? el('small', {}, 'requests per second, higher is better') : undefined,
    ),
    cells.map((cell) =>
      cell ? entry(cell, baseline, shown) : el('td', { class: 'none' }, el('span', { class: 'quiet' }, '–')),
    ),
  );
}

// What a cell shows: the ratio with its interval or, where values are measured, the value with the ratio.
function entry(cell: Cell | Measured, baseline: Cell | undefined, { site, base, name }: Shown): HTMLElement {
  const run = site.runs.find((r) => r.id === cell.run);
  const left = cell.unsteady === 0 ? '' : `, ${count(cell.unsteady, 'unsteady benchmark')} left out`;
  const when = run ? `, measured ${date(run.date)}` : '';
  const who = `${cell.runtime}, ${cell.exec}`;
  if (cell.twins === 0)
    return el(
      'td',
      {},
      el(
        'a',
        { href: address(cell), title: `${who}: no ratio${left}${when}` },
        el('span', { class: 'mark careful' }, 'unsteady'),
      ),
    );
  const of = cell.twins === 1 ? 'one benchmark' : `mean of ${cell.twins} benchmarks`;
  const itself = cell.runtime === base;
  const times = `${differs(cell) ? '' : '~ '}${ratio(cell.ratio)}`;
  const ends = cell.low > 0 ? `${short(cell.low)} – ${short(cell.high)}` : 'too few samples';
  const value = 'center' in cell ? quantity(cell.center, cell.unit) : undefined;
  const told = itself
    ? `${who}: ${value}, ${of}${left}${when}`
    : `${who}: ratio to ${name} ${ratio(cell.ratio)}, ${ends}, ${of}${left}${when}`;
  const [large, small]: Child[] =
    baseline === undefined ? [times, ends] : [value, itself ? 'baseline' : times];
  const tones = itself ? '' : `tone tone${tone(cell)}`;
  return el(
    'td',
    { class: `${tones}${cell.careful > 0 || wide(cell) ? ' unsure' : ''}` },
    el(
      'a',
      { href: address(cell), title: told },
      el('span', { class: 'value' }, large),
      el('span', { class: 'ends' }, small),
      marks(cell, baseline).map((text) => el('span', { class: 'mark careful' }, text)),
    ),
  );
}

// What makes a ratio less sure than it looks, and keeps a value from being compared with the baseline's by itself.
function marks(cell: Cell, baseline: Cell | undefined): string[] {
  const of = cell.twins + cell.unsteady;
  const all = baseline ? baseline.twins + baseline.unsteady : of;
  return [
    ...(cell.unsteady > 0 ? [`${cell.unsteady} of ${of} left out: unsteady`] : []),
    ...(cell.careful > 0 ? [`${cell.careful} of ${of} with some unsteady samples`] : []),
    ...(wide(cell) ? ['wide interval'] : []),
    ...(of < all ? [`${of} of ${all} benchmarks`] : []),
    ...(baseline && baseline.run !== cell.run ? ['another job'] : []),
  ];
}

function short(value: number): string {
  return ratio(value).replace('×', '');
}

/** address is the page of charts that a cell is made of. */
export function address(cell: Cell | undefined): string | undefined {
  if (!cell) return undefined;
  return pageAddress('compare', [
    ['run', cell.run],
    ['workload', cell.workload],
    ['unit', cell.unit === 'sec/op' ? undefined : cell.unit],
  ]);
}

function scale(name: string): HTMLElement {
  const steps = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  return el(
    'p',
    { class: 'heat-key' },
    `ahead of ${name} `,
    el(
      'span',
      { 'aria-hidden': 'true', class: 'steps' },
      steps.map((s) => el('span', { class: `tone${s}` })),
    ),
    ` behind ${name}`,
  );
}
