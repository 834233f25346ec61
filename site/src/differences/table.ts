// The table that both kinds of differences have: a row for each benchmark.

import { el } from '../ui/dom.ts';
import { scrollTable } from '../ui/table.ts';

/** table makes it; what names it, "differences". Without a row it says so. */
export function table(what: string, caption: string, columns: string[], rows: HTMLElement[]): HTMLElement {
  if (rows.length === 0) return el('p', { class: 'empty' }, 'Nothing clearly differs.');
  return scrollTable(what, ['Benchmark', ...columns], el('tbody', {}, rows), {
    class: 'differences',
    caption,
  });
}

/** row is a benchmark's: what it is called, with a link to its charts, and its parameters below that. */
export function row(href: string, name: string, parameters: string[], cells: HTMLElement[]): HTMLElement {
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, el('a', { href }, name), el('small', {}, parameters.join(' '))),
    cells,
  );
}
