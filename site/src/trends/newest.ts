// The newest value of each line, in a table.

import { swatch } from '../chart/marker.ts';
import { el } from '../ui/dom.ts';
import { quantity, samples, spread } from '../ui/format.ts';
import { scrollTable } from '../ui/table.ts';
import type { Line } from './lines.ts';

/** newest is the section. */
export function newest(lines: Line[], unit: string): HTMLElement {
  return el(
    'section',
    { class: 'numbers', 'aria-labelledby': 'newest-title' },
    el('h2', { id: 'newest-title' }, 'Newest values'),
    scrollTable(
      'newest values',
      ['Line', 'Newest', 'Samples', 'Runs', 'Change points'],
      el(
        'tbody',
        {},
        lines.map((line) => {
          const i = line.y.length - 1;
          const bounded = Number.isFinite(line.low[i]);
          const e = {
            center: line.y[i] as number,
            low: bounded ? (line.low[i] as number) : null,
            high: bounded ? (line.high[i] as number) : null,
            n: line.n[i] as number,
            samples: [line.y[i] as number],
          };
          return el(
            'tr',
            {},
            el('th', { scope: 'row' }, swatch(line.look), ' ', line.name),
            el(
              'td',
              {},
              el('strong', {}, quantity(e.center, unit)),
              ' ',
              el('span', { class: 'quiet' }, spread(e)),
            ),
            el('td', {}, samples(e.n)),
            el('td', { class: 'num' }, String(line.y.length)),
            el('td', { class: 'num' }, String(line.changes.length)),
          );
        }),
      ),
    ),
  );
}
