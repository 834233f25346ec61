// A table that may be wider than its page: it is scrolled in its own place, by key too.

import { type Child, el } from './dom.ts';

/** scrollTable makes one; what names it, "runs", and caption stands in the table where there is one. */
export function scrollTable(
  what: string,
  columns: Child[],
  body: Child,
  more: { class?: string; caption?: string; tall?: boolean } = {},
): HTMLElement {
  return el(
    'div',
    {
      class: more.tall ? 'scroll tall' : 'scroll',
      tabindex: 0,
      role: 'region',
      'aria-label': `Table: ${what}`,
    },
    el(
      'table',
      { class: more.class },
      more.caption === undefined ? undefined : el('caption', {}, more.caption),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          columns.map((name) =>
            name instanceof HTMLTableCellElement ? name : el('th', { scope: 'col' }, name),
          ),
        ),
      ),
      body,
    ),
  );
}
