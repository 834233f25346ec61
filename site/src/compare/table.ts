// The same numbers as in the charts, to read and to copy: a row for each benchmark, a column for each series.

import { type Card, estimateOf, unsettled } from '../cards/cards.ts';
import { entry, shared } from '../cards/entry.ts';
import { type Series, skippedOf } from '../cards/series.ts';
import { swatch } from '../chart/marker.ts';
import type { Run, Runtime, Unit } from '../data/run.ts';
import { el } from '../ui/dom.ts';
import { hint } from '../ui/hint.ts';
import { scrollTable } from '../ui/table.ts';
import { unitName } from '../ui/unit.ts';

export function numbers(
  run: Run,
  cards: Card[],
  series: Series[],
  x: string | undefined,
  unit: Unit,
  base?: string,
): HTMLElement {
  const skipped = skippedOf(run, series);
  const at = Math.max(
    0,
    series.findIndex((s) => s.key === base),
  );
  const reference = series[at];
  const jobs = new Set(series.map((s) => s.origin?.job)).size > 1;
  const better = unit.better === '' ? '' : `, ${unit.better} is better`;
  const title = `${unitName(unit.name)} (${unit.name})${better}`;
  const copy = el('button', { type: 'button', class: 'button', id: 'copy' }, 'Copy as text');
  const said = el('span', { role: 'status', class: 'quiet' });
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(tabbed(cards, series, unit.name)).then(
      () => said.replaceChildren('Copied: paste it into a spreadsheet.'),
      () => said.replaceChildren('The browser refused access to the clipboard. Select the table instead.'),
    );
  });

  return el(
    'section',
    { class: 'numbers', 'aria-labelledby': 'numbers-title' },
    el(
      'div',
      { class: 'section-head' },
      el(
        'div',
        { class: 'titled' },
        el('h2', { id: 'numbers-title' }, 'Numbers'),
        hint(
          'How to read the numbers',
          'Median ± the wider half of its 95 % interval (none where all samples are equal)',
          reference && series.length > 1
            ? `, the ratio to ${reference.label}, and the number of samples. p is the Mann-Whitney test’s${jobs ? ', of values measured in one job; values of another machine have no ratio' : ''}. A ~ marks p > 0.05: no clear difference.`
            : ' and the number of samples.',
        ),
      ),
      el('div', { class: 'actions' }, said, copy),
    ),
    scrollTable(
      title,
      [
        x ?? 'benchmark',
        ...series.map((s) => [swatch(s.look), s.label]),
        ...skipped.map((r) => el('th', { scope: 'col', title: r.reason, class: 'quiet' }, r.name)),
      ],
      cards.map((card) => body(card, series, skipped, at, unit.name)),
      { class: 'results', caption: title, tall: true },
    ),
  );
}

// The rows of a card; at is the place of the series that the others are compared with.
function body(card: Card, series: Series[], skipped: Runtime[], at: number, unit: string): HTMLElement {
  return el(
    'tbody',
    {},
    card.where.length === 0
      ? undefined
      : el(
          'tr',
          { class: 'group' },
          el(
            'th',
            { scope: 'rowgroup', colspan: 1 + series.length + skipped.length },
            el('span', {}, card.where.map((w) => `${w.name} = ${w.value}`).join(', ')),
          ),
        ),
    card.xs.map((value, i) => {
      const first = card.rows[at]?.cells[i];
      const base = unsettled(first, unit) ? undefined : estimateOf(first, unit);
      return el(
        'tr',
        {},
        el('th', { scope: 'row' }, value === '' ? 'all' : value),
        card.rows.map((row, r) =>
          entry(row.cells[i], unit, r === at ? undefined : base, shared(series[at], row.series)),
        ),
        i === 0 ? skipped.map((r) => skip(r, card.xs.length)) : undefined,
      );
    }),
  );
}

// The reason once for all rows of a card, which one alone would be too low for.
function skip({ reason }: Runtime, rows: number): HTMLElement {
  return el(
    'td',
    { class: 'skip-all', rowspan: rows },
    el('span', { class: 'mark skipped' }, `skipped: ${reason}`),
  );
}

/** tabbed is the table for a spreadsheet: full names, plain numbers in the unit's base, one tab between. */
export function tabbed(cards: Card[], series: Series[], unit: string): string {
  return `${grid(cards, series, unit)
    .map((line) => line.join('\t'))
    .join('\n')}\n`;
}

/** grid is the table as plain rows: full names, numbers in the unit's base. */
export function grid(cards: Card[], series: Series[], unit: string): (string | number)[][] {
  const head = ['benchmark', ...series.flatMap((s) => [`${s.label} ${unit}`, 'low', 'high', 'n'])];
  const lines = cards.flatMap((card) =>
    card.xs.map((_, i) => {
      const name = card.rows.map((row) => row.cells[i]?.name).find((n) => n !== undefined) ?? '';
      const cells = card.rows.flatMap((row) => {
        const e = estimateOf(row.cells[i], unit);
        return e ? [e.center, e.low ?? '', e.high ?? '', e.n] : ['', '', '', ''];
      });
      return [name, ...cells];
    }),
  );
  return [head, ...lines];
}
