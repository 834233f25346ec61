// The change points of what is shown, in a table: the newest first.

import { swatch } from '../chart/marker.ts';
import { updates } from '../data/axis.ts';
import { el } from '../ui/dom.ts';
import { count, date, percent } from '../ui/format.ts';
import { commitLink } from '../ui/links.ts';
import { beforeAfter } from '../ui/span.ts';
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
            `${count(all.length, 'change point')}, found by E-divisive means in ${lines.some((l) => l.changes.some((c) => c.ruler)) ? 'ratios to the ruler' : 'the values'}. A change stands between two runs on one machine: any commit between them can have made it, and so can an update of the environment. A provisional one has fewer than five later runs, and the next may take it back.`,
          ),
          scrollTable(
            'changes',
            [
              'Where',
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

/** Commits of a span that are named before the reader asks for the rest. */
const NAMED = 5;

function row(s: Shown, line: Line, c: Line['changes'][number], better: string, named: boolean): HTMLElement {
  const bad = worse(c.ratio, better);
  const zoom = el(
    'button',
    {
      type: 'button',
      class: 'button small',
      onclick: () => s.here.choose({ at: c.place, range: undefined, days: undefined }),
    },
    'show',
  );
  return el(
    'tr',
    {},
    where(s, line, c),
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
    named ? el('td', {}, swatch(line.look), ' ', line.name) : undefined,
    el('td', { class: 'num' }, `${c.before}, ${c.after}`),
  );
}

// Between which commits a change stands, and what is known of its cause. No commit is blamed.
function where(s: Shown, line: Line, c: Line['changes'][number]): HTMLElement {
  const { axis } = s;
  const [from, to] = [axis.commit[c.from] ?? 0, axis.commit[c.at] ?? 0];
  const [before, after] = [c.from, c.at].map((run) => axis.environments[axis.environment[run] as number]);
  const updated = before && after ? updates(before, after, line.series.runtime) : [];
  const ends = [from, to].map((place) => el('span', {}, `commit ${place + 1}`));
  const list = el('ul', {});
  // What git knows of a commit comes when it is loaded.
  for (const [i, place] of [from, to].entries())
    s.commits.load(place).then(
      (told) => told && ends[i]?.replaceChildren(commitLink(s.site.repository, told.hash)),
      () => undefined,
    );
  const fill = (most: number) => {
    const places = Array.from({ length: Math.min(most, to - from) }, (_, i) => to - i);
    void Promise.all(places.map((place) => s.commits.load(place).catch(() => undefined))).then((all) => {
      const left = to - from - all.length;
      list.replaceChildren(
        ...all.map((told) =>
          el(
            'li',
            {},
            told ? commitLink(s.site.repository, told.hash) : '',
            el('span', { class: 'subject' }, told?.subject ?? ''),
            el('span', { class: 'quiet' }, told?.author ?? ''),
          ),
        ),
        ...(left > 0
          ? [
              el(
                'li',
                {},
                el(
                  'button',
                  { type: 'button', class: 'button small', onclick: () => fill(to - from) },
                  `${count(left, 'more commit')}`,
                ),
              ),
            ]
          : []),
      );
    });
  };
  if (!c.same) fill(NAMED);
  return el(
    'th',
    { scope: 'row', class: 'commit-cell' },
    el(
      'p',
      {},
      to > from ? ['between ', ends[0], ' and ', ends[1]] : ['two runs of ', ends[1]],
      c.provisional ? el('span', { class: 'mark careful' }, 'provisional') : undefined,
      el('a', { href: beforeAfter({ from, to }, line.machine) }, 'before/after'),
    ),
    el(
      'p',
      { class: 'quiet' },
      [
        date(new Date((axis.date[c.at] as number) * 1000).toISOString()),
        c.same || to === from
          ? 'the code is the same on both sides: the machine or its environment changed'
          : count(to - from, 'commit'),
        ...updated,
      ].join(' · '),
    ),
    c.same || to === from ? undefined : list,
  );
}
