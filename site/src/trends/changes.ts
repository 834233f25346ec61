// The change points of what is shown, in a table: the newest first.

import { swatch } from '../chart/marker.ts';
import type { Told } from '../data/axis.ts';
import { el } from '../ui/dom.ts';
import { count, date, percent } from '../ui/format.ts';
import { commitLink } from '../ui/links.ts';
import { scrollTable } from '../ui/table.ts';
import type { Line } from './lines.ts';
import { worse } from './paint.ts';
import type { Shown } from './shown.ts';

/** Changes told before the reader asks for all. */
const MOST = 20;

/** changes is the section. */
export function changes(s: Shown, lines: Line[], better: string): HTMLElement {
  const all = lines.flatMap((line) => line.changes.map((c) => ({ line, c })));
  all.sort((a, b) => b.c.place - a.c.place || Math.abs(Math.log(b.c.ratio)) - Math.abs(Math.log(a.c.ratio)));
  const body = el('tbody', {});
  const rows = (some: typeof all) => {
    body.replaceChildren(...some.map(({ line, c }) => row(s, line, c, better, lines.length > 1)));
  };
  rows(all.slice(0, MOST));
  const more = el(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => {
        rows(all);
        more.remove();
      },
    },
    `Show all ${all.length}`,
  );
  return el(
    'section',
    { class: 'numbers', 'aria-labelledby': 'changes-title' },
    el('h2', { id: 'changes-title' }, 'Changes'),
    all.length === 0
      ? el('p', { class: 'quiet' }, 'No change points: no lasting change of 5 % or more with p below 0.001.')
      : [
          el(
            'p',
            { class: 'quiet' },
            `${count(all.length, 'change point')}, found by E-divisive means in ${lines.some((l) => l.changes.some((c) => c.ruler)) ? 'ratios to the ruler' : 'the values'}. A commit can cause one, and so can an update of the environment.`,
          ),
          scrollTable(
            'changes',
            [
              'Commit',
              'Change',
              '95 % interval',
              'p',
              ...(lines.length > 1 ? ['Line'] : []),
              'Runs before, after',
            ],
            body,
          ),
          all.length > MOST ? el('p', {}, more) : undefined,
        ],
  );
}

function row(s: Shown, line: Line, c: Line['changes'][number], better: string, named: boolean): HTMLElement {
  const bad = worse(c.ratio, better);
  const cell = el('th', { scope: 'row', class: 'commit-cell' }, `commit ${c.place + 1}`);
  const tell = (told: Told | undefined) => {
    if (!told) return;
    cell.replaceChildren(
      commitLink(s.site.repository, told.hash),
      el('span', { class: 'subject' }, told.subject),
      el(
        'span',
        { class: 'quiet' },
        [told.author, date(new Date((s.axis.date[c.at] as number) * 1000).toISOString())]
          .filter((w) => w !== '')
          .join(' · '),
      ),
    );
  };
  // What git knows of a commit comes when it is loaded.
  s.commits.load(c.place).then(tell, () => undefined);
  const zoom = el(
    'button',
    {
      type: 'button',
      class: 'button small',
      onclick: () => s.here.choose({ at: c.place, range: undefined }),
    },
    'show',
  );
  return el(
    'tr',
    {},
    cell,
    el(
      'td',
      { class: 'change-cell' },
      el(
        'strong',
        { class: bad === undefined ? 'change' : bad ? 'change worse' : 'change better' },
        `${c.ratio > 1 ? '▲' : '▼'} ${percent(c.ratio)}`,
      ),
      ' ',
      zoom,
    ),
    el('td', { class: 'num' }, c.low > 0 ? `${percent(c.low)} … ${percent(c.high)}` : 'none'),
    el('td', { class: 'num' }, c.p < 1e-4 ? '< 0.0001' : c.p.toFixed(4)),
    named ? el('td', {}, swatch(line.look), ' ', line.label) : undefined,
    el('td', { class: 'num' }, `${c.before}, ${c.after}`),
  );
}
