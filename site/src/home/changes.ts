// What changed lately: the newest change points, those between the same two commits together.

import { type Named, seriesOf } from '../data/names.ts';
import type { ChangeAt, Site, Span } from '../data/site.ts';
import { el, svg } from '../ui/dom.ts';
import { count, percent } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { pageAddress } from '../ui/links.ts';
import { between } from '../ui/span.ts';
import { unitName } from '../ui/unit.ts';

/** Groups shown before the reader asks for more, and lines of each. */
const COMMITS = 7;
const EACH = 5;

/** What changed between two commits on one machine. */
export interface Group {
  span: Span;
  machine: number;
  lines: Line[];
}

/** The changes of one workload on one runtime in the same direction, time and the largest first. */
export interface Line {
  runtime: string;
  workload: string;
  changes: ChangeAt[];
}

/** grouped puts together what changed between the same commits on the same machine: machines meet different commits. */
export function grouped(changes: ChangeAt[], series: Named[], spans: Span[]): Group[] {
  const groups: Group[] = [];
  for (const c of changes) {
    const span = spans[c.span] as Span;
    let group = groups.find((g) => g.span === span && g.machine === c.machine);
    if (!group) {
      group = { span, machine: c.machine, lines: [] };
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
  groups.sort((a, b) => b.span.to - a.span.to || b.span.from - a.span.from);
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
  const groups = grouped(site.trends.changes, series, site.trends.spans);
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
    `Show ${groups.length - COMMITS} more`,
  );
  return el(
    'section',
    { class: 'lately', 'aria-labelledby': 'lately-title' },
    el(
      'div',
      { class: 'titled' },
      el('h2', { id: 'lately-title' }, 'Recent changes'),
      hint(
        'What counts as a change',
        'Where the level of a trend on the main branch changed by 5 % or more, newest first. Hover over a line for the 95 % interval.',
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
  const newest = changes[0] as ChangeAt;
  const some = group.lines.slice(0, EACH);
  return el(
    'li',
    { class: 'change-group' },
    between(site, group.span, {
      machine: group.machine,
      date: newest.date,
      same: changes.every((c) => c.same),
      provisional: changes.every((c) => c.provisional),
    }),
    el(
      'ul',
      {},
      some.map((l) => line(l, group, series)),
    ),
    group.lines.length > some.length
      ? el('p', { class: 'quiet' }, `and ${group.lines.length - some.length} more runtimes and workloads`)
      : undefined,
  );
}

/** Lines that a link overlays at most: more are a tangle. */
const OVERLAID = 6;

function line(l: Line, group: Group, series: Named[]): HTMLElement {
  const c = l.changes[0] as ChangeAt;
  const worse = c.ratio > 1;
  const named = [...new Set(l.changes.map((x) => series[x.series] as Named))];
  const one = named.length === 1 ? named[0] : undefined;
  const drawn = l.changes.find((x) => x.spark.length > 3);
  const other = c.unit === 'sec/op' ? undefined : c.unit;
  const more = [
    one ? [...one.name.split('/').slice(1), one.exec].join(' ') : `largest of ${named.length} benchmarks`,
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
          ['m', String(group.machine)],
          ['at', String(group.span.to)],
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
