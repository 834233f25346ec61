// What changed lately: the newest change points, those of one commit together.

import { el, svg } from '../dom.ts';
import { commit as short, count, date } from '../format.ts';
import { type ChangeAt, commitAddress, type Site } from '../site.ts';
import { percent } from '../trend/percent.ts';
import { type Named, seriesOf } from '../trend/series.ts';

/** Commits shown before the reader asks for more, and changes of each. */
const COMMITS = 6;
const EACH = 4;

export interface Group {
  commit: string;
  place: number;
  changes: ChangeAt[];
}

/** grouped puts the changes of a commit together; they come newest first, and the largest of a commit first. */
export function grouped(changes: ChangeAt[]): Group[] {
  const groups: Group[] = [];
  for (const c of changes) {
    const group = groups.find((g) => g.commit === c.commit);
    if (group) group.changes.push(c);
    else groups.push({ commit: c.commit, place: c.place, changes: [c] });
  }
  const size = (c: ChangeAt) => Math.abs(Math.log(c.ratio || 1));
  for (const g of groups) g.changes.sort((a, b) => size(b) - size(a));
  return groups;
}

/** changes builds the section. */
export function changes(site: Site): HTMLElement {
  const series = seriesOf(site.trends);
  const groups = grouped(site.trends.changes);
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
    el('h2', { id: 'lately-title' }, 'What changed lately'),
    groups.length === 0
      ? el(
          'p',
          { class: 'quiet' },
          site.trends.runs === 0
            ? 'Changes are found in the runs of the main branch, and none is in the history yet.'
            : `No change point in ${count(site.trends.series.length, 'trend')} of ${count(site.trends.commits, 'commit')}.`,
        )
      : [
          el('p', { class: 'quiet' }, 'Change points of the main branch’s trends, newest first: by how much the time of an operation changed, with its 95 % interval.'),
          list,
          groups.length > COMMITS ? more : undefined,
        ],
  );
}

function entry(site: Site, group: Group, series: Named[]): HTMLElement {
  const first = group.changes[0] as ChangeAt;
  const address = commitAddress(site.repository, group.commit);
  const hash = short(group.commit, false);
  const some = group.changes.slice(0, EACH);
  return el(
    'li',
    { class: 'change-group' },
    el(
      'p',
      { class: 'change-commit' },
      el('code', {}, address ? el('a', { href: address, rel: 'noopener noreferrer' }, hash) : hash),
      first.subject === '' ? undefined : el('span', { class: 'subject' }, first.subject),
      el('span', { class: 'quiet' }, [first.author, date(first.date).replace(/,.*/, '')].filter((w) => w !== '').join(' · ')),
    ),
    el(
      'ul',
      {},
      some.map((c) => line(c, series[c.series] as Named)),
    ),
    group.changes.length > some.length
      ? el('p', { class: 'quiet' }, el('a', { href: all(group, series) }, `and ${count(group.changes.length - some.length, 'more benchmark')}`))
      : undefined,
  );
}

function query(text: string): string {
  return encodeURIComponent(text).replace(/%(2F|3D)/g, (code) => decodeURIComponent(code));
}

function all(group: Group, series: Named[]): string {
  const keys = [...new Set(group.changes.map((c) => (series[c.series] as Named).key))].slice(0, 12);
  return `./trends.html?${keys.map((k) => `s=${query(k)}`).join('&')}&as=level&at=${group.place}`;
}

function line(c: ChangeAt, s: Named): HTMLElement {
  const worse = c.ratio > 1;
  return el(
    'li',
    {},
    el(
      'a',
      { class: 'change-line', href: `./trends.html?s=${query(s.key)}&at=${c.place}` },
      el('span', { class: `change ${worse ? 'worse' : 'better'}` }, `${worse ? '▲ ' : '▼ '}${percent(c.ratio)}`),
      el('span', { class: 'what' }, el('strong', {}, s.runtime), ` ${s.name} `, el('span', { class: 'quiet' }, s.exec)),
      el('span', { class: 'ends quiet' }, c.low > 0 ? `${percent(c.low)} … ${percent(c.high)}` : ''),
      c.spark.length > 3 ? spark(c) : undefined,
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
    svg('path', { class: 'spark-line', d: `M${points.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join('L')}` }),
    turn > 0 && turn < points.length
      ? svg('path', { class: 'spark-level', d: level(0, turn) + level(turn, points.length) })
      : undefined,
  );
}
