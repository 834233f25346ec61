// The matrix of workloads and runtimes: how each compares with Go, at a glance and in numbers.

import type { Cell, Site } from '../data/site.ts';
import { select } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { count, date, ratio } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { pageAddress } from '../ui/links.ts';
import { scrollTable } from '../ui/table.ts';
import { differs, type Grid, gridOf, higherIsBetter, tone, wide } from './grid.ts';
import type { State } from './state.ts';

/** matrix builds the section; change is called with what the reader chose. */
export function matrix(site: Site, state: State, change: (next: Partial<State>) => void): HTMLElement {
  const grid = gridOf(site.matrix, state, site.runs);
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
  return el(
    'section',
    { class: 'matrix', 'aria-labelledby': 'matrix-title' },
    el(
      'div',
      { class: 'section-head' },
      el(
        'div',
        { class: 'titled' },
        el('h2', { id: 'matrix-title' }, 'Compared with Go'),
        hint(
          'How to read the table',
          'Time per operation relative to Go in the same job: 1.40× takes 1.40 times as long. Rows marked so show requests per second instead, where higher is better. Each cell is the geometric mean of the ratios of all matching benchmarks, with its interval, and links to their charts. ~ means that none of them differs from Go (p > 0.05). The colour shows how far the nearer end of the interval is from Go.',
        ),
      ),
      grid.execs.length < 2
        ? undefined
        : select(
            'exec',
            'Scheduler',
            [
              { value: '', label: 'each runtime’s default' },
              ...grid.execs.map((e) => ({ value: e, label: e })),
            ],
            state.exec ?? '',
            (exec) => change({ exec: exec === '' ? undefined : exec }),
          ),
      el(
        'a',
        { class: 'quiet', href: pageAddress('differences', [['by', 'runtimes']]) },
        'Other baselines, absolute times, single benchmarks',
      ),
    ),
    scrollTable(
      'ratio to Go by workload and runtime',
      [head('workload', 'workload'), ...grid.runtimes.map((r) => head(r, r))],
      el(
        'tbody',
        {},
        grid.rows.map((row) => line(row, site)),
      ),
      { class: 'results heat', caption: 'Ratio to Go by workload and runtime' },
    ),
    scale(),
  );
}

function line({ workload, unit, cells }: Grid['rows'][number], site: Site): HTMLElement {
  const doc = site.described[workload]?.doc;
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
      cell ? entry(cell, site) : el('td', { class: 'none' }, el('span', { class: 'quiet' }, '–')),
    ),
  );
}

function entry(cell: Cell, site: Site): HTMLElement {
  const run = site.runs.find((r) => r.id === cell.run);
  const left = cell.unsteady === 0 ? '' : `, ${count(cell.unsteady, 'unsteady benchmark')} left out`;
  const when = run ? `, measured ${date(run.date)}` : '';
  if (cell.twins === 0)
    return el(
      'td',
      {},
      el(
        'a',
        { href: address(cell), title: `${cell.runtime}, ${cell.exec}: no ratio${left}${when}` },
        el('span', { class: 'mark careful' }, 'unsteady'),
      ),
    );
  const of = cell.twins === 1 ? 'one benchmark' : `mean of ${cell.twins} benchmarks`;
  const told = `${cell.runtime}, ${cell.exec}: ratio to Go ${ratio(cell.ratio)}, ${of}${left}${when}`;
  return el(
    'td',
    { class: `tone tone${tone(cell)}${cell.careful > 0 || wide(cell) ? ' unsure' : ''}` },
    el(
      'a',
      { href: address(cell), title: told },
      el('span', { class: 'value' }, differs(cell) ? '' : '~ ', ratio(cell.ratio)),
      el(
        'span',
        { class: 'ends' },
        cell.low > 0 ? `${short(cell.low)} – ${short(cell.high)}` : 'too few samples',
      ),
      marks(cell).map((text) => el('span', { class: 'mark careful' }, text)),
    ),
  );
}

// What makes a ratio less sure than it looks.
function marks(cell: Cell): string[] {
  const of = cell.twins + cell.unsteady;
  return [
    ...(cell.unsteady > 0 ? [`${cell.unsteady} of ${of} left out: unsteady`] : []),
    ...(cell.careful > 0 ? [`${cell.careful} of ${of} with some unsteady samples`] : []),
    ...(wide(cell) ? ['wide interval'] : []),
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

function scale(): HTMLElement {
  const steps = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  return el(
    'p',
    { class: 'heat-key quiet' },
    'ahead of Go ',
    el(
      'span',
      { 'aria-hidden': 'true', class: 'steps' },
      steps.map((s) => el('span', { class: `tone${s}` })),
    ),
    ' behind Go',
  );
}
