// A table that may be wider than its page: it is scrolled in its own place, by key too.

import { type Child, el } from './dom.ts';

/** scrollTable makes one; what names it, "runs", and caption stands in the table where there is one. */
export function scrollTable(
  what: string,
  columns: Child[],
  body: HTMLElement,
  more: { class?: string; caption?: string } = {},
): HTMLElement {
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Table: ${what}` },
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
          columns.map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      body,
    ),
  );
}
