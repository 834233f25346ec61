// Drawing a table of published values beside ours, and the line that says which run ours are from.

import { entry } from '../cards/entry.ts';
import { el } from '../ui/dom.ts';
import { commit, date } from '../ui/format.ts';
import { runsAddress } from '../ui/links.ts';
import { scrollTable } from '../ui/table.ts';
import type { Cell, Group, Table } from './sheet.ts';
import type { Measured } from './source.ts';

/** sheet draws a table that can be scrolled; absent says what stands for a value that wasn't measured. */
export function sheet(table: Table, measured: Measured | undefined): HTMLElement {
  const absent = measured ? 'not measured in this run' : 'not measured';
  return scrollTable(
    table.title,
    [table.rows, ...table.columns],
    table.groups.map((group) =>
      el(
        'tbody',
        {},
        el(
          'tr',
          { class: 'group' },
          el('th', { scope: 'rowgroup', colspan: 1 + table.columns.length }, el('span', {}, group.title)),
        ),
        group.rows.filter(speaks).map((row) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, row.name),
            row.cells.map((cell) => drawn(cell, absent)),
          ),
        ),
      ),
    ),
    { class: 'results', caption: table.title, tall: true },
  );
}

// What was neither published nor measured has no row.
function speaks({ cells }: Group['rows'][number]): boolean {
  return cells.some((cell) => cell.kind === 'published' || cell.kind === 'here');
}

function drawn(cell: Cell, absent: string): HTMLElement {
  switch (cell.kind) {
    case 'published':
      return el(
        'td',
        { class: 'published' },
        cell.text,
        cell.second === undefined
          ? undefined
          : el('span', { class: 'second' }, el('span', { class: 'quiet' }, cell.second)),
      );
    case 'unpublished':
      return el('td', { class: 'published quiet' }, '–', el('span', { class: 'unseen' }, 'not published'));
    case 'here':
      return entry(cell.benchmark, cell.unit, cell.base);
    case 'missing':
      return el('td', { class: 'quiet' }, absent);
  }
}

/** What stands in the place of our values while the site's results can't be read. */
export const UNREAD = 'Our values could not be read: the top of the page says why.';

/** origin says where our values are from: machine, runs, and the runtimes that stand for the study's. */
export function origin(measured: Measured | undefined, unread: boolean): HTMLElement {
  if (!measured) return el('p', { class: 'origin quiet' }, unread ? UNREAD : 'Here: not measured yet.');
  const { machine, runs, runtimes } = measured;
  return el(
    'p',
    { class: 'origin quiet' },
    `Here: ${[...runtimes.values()].join(', ')} on ${machine.cpu}, ${machine.cores} cores, ${machine.goos}/${machine.goarch}. `,
    runs.length > 1 ? `${runs.length} runs: ` : 'Run ',
    runs.flatMap(({ entry: run }, i) => [
      i === 0 ? '' : ', ',
      el('a', { href: runsAddress(run.id) }, `${date(run.date)} UTC`),
      ` (${run.profile}, commit ${commit(run.commit, run.dirty)})`,
    ]),
    '.',
  );
}
