// Where a change stands: between two commits, with those that may have made it. No commit is blamed.

import type { Site, Span } from '../data/site.ts';
import { el } from './dom.ts';
import { count, date, shortCpu } from './format.ts';
import { commitLink, pageAddress } from './links.ts';

/** What is told of a change besides its span. */
export interface Where {
  machine: number;
  /** When it was first measured. */
  date: string;
  same: boolean;
  provisional: boolean;
}

/** between names both commits and those between them, or says why it was none of them. */
export function between(site: Site, span: Span, where: Where): HTMLElement {
  const machines = site.trends.machines;
  const between = span.to - span.from;
  const only = between === 1 && span.commits.length === 1 ? span.commits[0] : undefined;
  return el(
    'div',
    { class: 'change-commit' },
    el(
      'p',
      {},
      'between ',
      commitLink(site.repository, span.base),
      ' and ',
      commitLink(site.repository, span.head),
      only && !where.same ? el('span', { class: 'subject' }, only.subject) : undefined,
      el(
        'span',
        { class: 'quiet' },
        [
          only && !where.same ? only.author : '',
          date(where.date).replace(/,.*/, ''),
          machines.length < 2 ? '' : shortCpu(machines[where.machine]?.cpu ?? ''),
        ]
          .filter((w) => w !== '')
          .join(' · '),
      ),
      where.provisional
        ? el(
            'span',
            {
              class: 'mark careful',
              title: 'Fewer than five runs follow, and the next may take it back.',
            },
            'provisional',
          )
        : undefined,
      el('a', { class: 'quiet', href: beforeAfter(span, where.machine) }, 'before/after'),
    ),
    where.same
      ? el(
          'p',
          { class: 'quiet' },
          'The code is the same on both sides: the machine or its environment changed.',
        )
      : between > 1
        ? suspects(site, span)
        : undefined,
  );
}

/** beforeAfter is the page that compares everything before and after a change. */
export function beforeAfter(span: Pick<Span, 'from' | 'to'>, machine: number): string {
  return pageAddress('differences', [
    ['a', String(span.from)],
    ['b', String(span.to)],
    ['m', String(machine)],
  ]);
}

function suspects(site: Site, span: Span): HTMLElement {
  const between = span.to - span.from;
  const more = between - span.commits.length;
  return el(
    'details',
    { class: 'suspects', id: `between-${span.from}-${span.to}` },
    el('summary', {}, `${count(between, 'commit')} between`),
    el(
      'ul',
      {},
      span.commits.map((c) =>
        el(
          'li',
          {},
          commitLink(site.repository, c.hash),
          ' ',
          el('span', { class: 'subject' }, c.subject),
          c.author === '' ? undefined : el('span', { class: 'quiet' }, ` ${c.author}`),
        ),
      ),
      more > 0 ? el('li', { class: 'quiet' }, `and ${count(more, 'older commit')}`) : undefined,
    ),
  );
}
