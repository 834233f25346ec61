// What changed lately: the newest change points, those of one commit together.

import { type Named, seriesOf } from '../data/names.ts';
import type { ChangeAt, Site } from '../data/site.ts';
import { el, svg } from '../ui/dom.ts';
import { count, date, percent } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { commitLink, pageAddress } from '../ui/links.ts';
import { unitName } from '../ui/unit.ts';

/** Commits shown before the reader asks for more, and lines of each. */
const COMMITS = 7;
const EACH = 5;

/** What one commit changed. */
export interface Group {
  commit: string;
  place: number;
  lines: Line[];
}

/** The changes of one workload on one runtime in the same direction, time and the largest first. */
export interface Line {
  runtime: string;
  workload: string;
  changes: ChangeAt[];
}

/** grouped puts together what one commit changed. */
export function grouped(changes: ChangeAt[], series: Named[]): Group[] {
  const groups: Group[] = [];
  const commits = new Map(changes.map((c) => [c.place, c.commit]));
  for (const c of changes) {
    let group = groups.find((g) => g.place === c.cause);
    if (!group) {
      group = { commit: commits.get(c.cause) ?? c.commit, place: c.cause, lines: [] };
      groups.push(group);
    }
    const s = series[c.series] as Named;
    const line = group.lines.find(
      (l) =>
        l.runtime === s.runtime &&
        l.workload === s.workload &&
        (l.changes[0] as ChangeAt).ratio > 1 === c.ratio > 1,
    );
    if (line) line.changes.push(c);
    else group.lines.push({ runtime: s.runtime, workload: s.workload, changes: [c] });
  }
  groups.sort((a, b) => b.place - a.place);
  for (const g of groups) {
    for (const l of g.lines) l.changes.sort(first);
    g.lines.sort((a, b) => first(a.changes[0] as ChangeAt, b.changes[0] as ChangeAt));
  }
  return groups;
}

/** first puts the time of an operation before what else it took, and the largest change before smaller ones. */
function first(a: ChangeAt, b: ChangeAt): number {
  const rank = (c: ChangeAt) => (c.unit === 'sec/op' ? 0 : 1);
  return rank(a) - rank(b) || size(b) - size(a);
}

function size(c: ChangeAt): number {
  return Math.abs(Math.log(c.ratio || 1));
}

/** changes builds the section. */
export function changes(site: Site): HTMLElement {
  const series = seriesOf(site.trends);
  const groups = grouped(site.trends.changes, series);
  const list = el('ol', { class: 'changes' });
  const fill = (some: Group[]) => list.replaceChildren(...some.map((g) => entry(site, g, series)));
  fill(groups.slice(0, COMMITS));
  const more = el(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => {
        fill(groups);
        more.remove();
      },
    },
    `Show ${groups.length - COMMITS} more commits`,
  );
  return el(
    'section',
    { class: 'lately', 'aria-labelledby': 'lately-title' },
    el(
      'div',
      { class: 'titled' },
      el('h2', { id: 'lately-title' }, 'Recent changes'),
      hint(
        'What changes are',
        'Change points on the main branch, newest first: how much the time per operation changed, with its 95 % interval.',
      ),
    ),
    groups.length === 0
      ? el(
          'p',
          { class: 'quiet' },
          site.trends.runs === 0
            ? 'Changes are found in runs of the main branch. The history has none yet.'
            : `No change points in ${count(site.trends.series.length, 'trend')} over ${count(site.trends.commits, 'commit')}.`,
        )
      : [list, groups.length > COMMITS ? more : undefined],
  );
}

function entry(site: Site, group: Group, series: Named[]): HTMLElement {
  const changes = group.lines.flatMap((l) => l.changes);
  const told = changes.find((c) => c.commit === group.commit) ?? (changes[0] as ChangeAt);
  const some = group.lines.slice(0, EACH);
  return el(
    'li',
    { class: 'change-group' },
    el(
      'p',
      { class: 'change-commit', title: [told.subject, told.author].filter((w) => w !== '').join(' · ') },
      commitLink(site.repository, group.commit),
      el('span', { class: 'subject' }, told.subject),
      el('span', { class: 'quiet' }, date(told.date).replace(/ \d{4},.*/, '')),
    ),
    el(
      'ul',
      {},
      some.map((l) => line(l, group.place, series)),
    ),
    group.lines.length > some.length
      ? el('p', { class: 'quiet' }, `and ${group.lines.length - some.length} more runtimes and workloads`)
      : undefined,
  );
}

/** Lines that a link overlays at most: more are a tangle. */
const OVERLAID = 6;

function line(l: Line, place: number, series: Named[]): HTMLElement {
  const c = l.changes[0] as ChangeAt;
  const worse = c.ratio > 1;
  const named = [...new Set(l.changes.map((x) => series[x.series] as Named))];
  const one = named.length === 1 ? named[0] : undefined;
  const drawn = l.changes.find((x) => x.spark.length > 3);
  const other = c.unit === 'sec/op' ? undefined : c.unit;
  const more = [
    one ? [...one.name.split('/').slice(1), one.exec].join(' ') : `${named.length} benchmarks, the largest`,
    ...(other ? [unitName(other)] : []),
  ].join(', ');
  return el(
    'li',
    {},
    el(
      'a',
      {
        class: 'change-line',
        title: [more, ...(c.low > 0 ? [`${percent(c.low)} … ${percent(c.high)}`] : [])].join(', '),
        href: pageAddress('trends', [
          ...named.slice(0, OVERLAID).map((s): [string, string] => ['s', s.key]),
          ['unit', c.unit === 'sec/op' ? undefined : c.unit],
          ['as', one ? undefined : 'level'],
          ['at', String(place)],
        ]),
      },
      el(
        'span',
        { class: `change ${worse ? 'worse' : 'better'}` },
        `${worse ? '▲ ' : '▼ '}${percent(c.ratio)}`,
      ),
      el(
        'span',
        { class: 'what' },
        el('strong', {}, `${l.runtime} ${l.workload}`),
        el('span', { class: 'quiet' }, ` ${more}`),
      ),
      drawn ? spark(drawn) : undefined,
    ),
  );
}

// The points around the change, with their level on each side.
function spark({ spark: points, turn }: ChangeAt): SVGElement {
  const [width, height] = [108, 26];
  const low = Math.min(...points);
  const high = Math.max(...points);
  const x = (i: number) => 2 + (i / Math.max(1, points.length - 1)) * (width - 4);
  const y = (v: number) => height - 3 - ((v - low) / Math.max(1, high - low)) * (height - 6);
  const mean = (part: number[]) => part.reduce((sum, v) => sum + v, 0) / Math.max(1, part.length);
  const level = (from: number, to: number) => {
    const at = y(mean(points.slice(from, to))).toFixed(1);
    return `M${x(from).toFixed(1)},${at}H${x(to - 1).toFixed(1)}`;
  };
  return svg(
    'svg',
    { class: 'spark', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    svg('path', {
      class: 'spark-line',
      d: `M${points.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join('L')}`,
    }),
    turn > 0 && turn < points.length
      ? svg('path', { class: 'spark-level', d: level(0, turn) + level(turn, points.length) })
      : undefined,
  );
}
