// The tooltip: every series at one x, in the order of the lines from top to bottom.

import { el } from '../ui/dom.ts';
import { quantity, samples, spread } from '../ui/format.ts';
import { swatch } from './marker.ts';
import type { Plot } from './plot.ts';

/** fillTip writes what the plot has at its nth x value. */
export function fillTip(tip: HTMLElement, plot: Plot, n: number): void {
  const rows = plot.rows.flatMap((row) => {
    const cell = row.cells[n];
    if (!cell) return [];
    const { e, failed, unsteady } = cell;
    const notes = [failed > 0 ? `${failed} failed` : '', unsteady > 0 ? `${unsteady} unsteady` : ''];
    return [{ series: row.series, e, note: notes.filter((n) => n !== '').join(', ') }];
  });
  rows.sort((a, b) => (b.e?.center ?? 0) - (a.e?.center ?? 0));
  tip.replaceChildren(
    el('p', { class: 'tip-head' }, plot.x === undefined ? '' : `${plot.x} = ${plot.xs[n]}`),
    el(
      'table',
      {},
      rows.map(({ series, e, note }) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, swatch(series.look), series.label),
          el('td', { class: 'num' }, e ? quantity(e.center, plot.unit) : 'no value'),
          plot.intervals
            ? [
                el('td', { class: 'num quiet' }, e ? spread(e) : ''),
                el('td', { class: 'num quiet least' }, e ? samples(e.n) : ''),
              ]
            : undefined,
          el('td', { class: 'quiet' }, note),
        ),
      ),
    ),
  );
}

/** placeTip puts the tooltip beside the cursor, within the window. over is the plot, left the cursor's place in it. */
export function placeTip(tip: HTMLElement, over: HTMLElement, left: number): void {
  const start = over.getBoundingClientRect().left;
  const width = tip.offsetWidth;
  const first = 6 - start;
  const last = document.documentElement.clientWidth - 6 - start - width;
  const wanted = left + 14 <= last ? left + 14 : left - width - 14;
  tip.style.left = `${Math.max(first, Math.min(wanted, last))}px`;
  tip.style.top = '4px';
}
