// The table of the list. Hundreds of rows are on the screen at once, and the rest follow while the page can be used already.

import type { Row } from '../data/overview.ts';
import type { Site } from '../data/site.ts';
import { el } from '../ui/dom.ts';
import { date, percent, quantity, samples, spread } from '../ui/format.ts';
import { pageAddress } from '../ui/links.ts';
import { machineNames } from '../ui/machine.ts';
import type { Here } from '../ui/mount.ts';
import { sparkline } from '../ui/spark.ts';
import { scrollTable } from '../ui/table.ts';
import { visible, worse } from './rows.ts';
import type { Column, State } from './state.ts';

/** Rows that are there at once, and those that each later turn adds. */
const [FIRST, EACH] = [60, 120];

/** table makes the table; fill replaces its rows. */
export function table(site: Site, state: State, here: Here<State>) {
  const machines = machineNames(site.trends.machines);
  const body = el('tbody', {});
  let waiting = 0;
  const stop = () => clearTimeout(waiting);
  const fill = (rows: Row[]) => {
    stop();
    body.replaceChildren(...rows.slice(0, FIRST).map((r) => line(site, r, machines)));
    let next = FIRST;
    const more = () => {
      body.append(...rows.slice(next, next + EACH).map((r) => line(site, r, machines)));
      next += EACH;
      if (next < rows.length) waiting = window.setTimeout(more, 8);
    };
    if (next < rows.length) waiting = window.setTimeout(more, 30);
  };
  const head = (column: Column, label: string, title: string) => {
    const sorted = state.sort?.column === column ? (state.sort.down ? 'descending' : 'ascending') : undefined;
    const turn = () => {
      // Names from A, numbers from the largest.
      const first = column !== 'name';
      const next =
        state.sort?.column !== column
          ? { column, down: first }
          : state.sort.down === first
            ? { column, down: !first }
            : undefined;
      here.choose({ sort: next });
    };
    return el(
      'th',
      { scope: 'col', 'aria-sort': sorted },
      el(
        'button',
        { type: 'button', id: `sort-${column}`, class: 'sort', title, onclick: turn },
        label,
        el(
          'span',
          { 'aria-hidden': 'true' },
          sorted === undefined ? '' : sorted === 'descending' ? ' ↓' : ' ↑',
        ),
      ),
    );
  };
  const element = scrollTable(
    'all trends',
    [
      head('name', 'Benchmark', 'Sort by name'),
      'Trend',
      head('newest', 'Newest', 'Sort by the newest value'),
      head('week', '7 days', 'Sort by the change of 7 days'),
      head('month', '30 days', 'Sort by the change of 30 days'),
      ...(site.release === ''
        ? []
        : [head('release', `since ${site.release}`, 'Sort by the change since the last release')]),
      head('noise', 'Noise', 'Sort by noise'),
      head('least', 'Smallest visible', 'Sort by the smallest visible change'),
      head('change', 'Last change', 'Sort by the date of the last change'),
      'Runs',
    ],
    body,
    { class: 'all-trends' },
  );
  return { element, fill, stop };
}

function line(site: Site, r: Row, machines: string[]): HTMLElement {
  const { series: s } = r;
  const several = machines.length > 1;
  const address = (more: [string, string | undefined][] = []) =>
    pageAddress('trends', [
      ['s', s.key],
      ['unit', r.unit === 'sec/op' ? undefined : r.unit],
      ['m', several ? String(r.machine) : undefined],
      ...more,
    ]);
  const e = {
    center: r.newest,
    low: r.high > 0 ? r.low : null,
    high: r.high > 0 ? r.high : null,
    n: r.n,
    samples: [r.newest],
  };
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      el('a', { href: address() }, `${s.runtime} ${s.workload}`),
      el('small', {}, [...s.name.split('/').slice(1), s.exec].join(' ')),
      several ? el('small', {}, machines[r.machine]) : undefined,
    ),
    el('td', {}, r.spark.length > 1 ? sparkline(r.spark) : ''),
    el(
      'td',
      { class: 'num', title: samples(r.n) },
      quantity(r.newest, r.unit),
      ' ',
      el('span', { class: 'quiet' }, spread(e)),
      r.unsteady ? el('span', { class: 'mark careful' }, 'unsteady') : undefined,
    ),
    moved(r.week, r),
    moved(r.month, r),
    site.release === '' ? undefined : moved(r.release, r),
    el('td', { class: 'num' }, share(r.noise)),
    el('td', { class: 'num' }, share(r.least)),
    el(
      'td',
      { class: 'num' },
      r.change
        ? el(
            'a',
            {
              class: tone(r.change.ratio, r.better),
              href: address([['at', String(r.change.place)]]),
              title: r.change.same ? 'with the same code: the machine or its environment changed' : undefined,
            },
            `${percent(r.change.ratio)}, ${date(new Date(r.change.date * 1000).toISOString()).replace(/,.*/, '')}`,
          )
        : el('span', { class: 'quiet' }, 'none'),
      r.change?.provisional ? el('span', { class: 'mark careful' }, 'provisional') : undefined,
      r.change?.same ? el('small', {}, 'same code') : undefined,
    ),
    el('td', { class: 'num' }, String(r.points)),
  );
}

function moved(ratio: number, r: Row): HTMLElement {
  if (ratio === 0) return el('td', { class: 'num quiet' }, '–');
  return el(
    'td',
    { class: 'num' },
    el('span', { class: visible(ratio, r.least) ? tone(ratio, r.better) : 'quiet' }, percent(ratio)),
  );
}

function tone(ratio: number, better: string): string {
  const bad = worse(ratio, better);
  return bad === undefined ? 'change' : bad ? 'change worse' : 'change better';
}

function share(of: number): string {
  return of === 0 ? '–' : `${(of * 100).toFixed(1)}\u202f%`;
}
