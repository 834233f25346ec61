// The page of trends: search, toolbar, legend, chart, what changed, the newest values.

import { offers } from '../chart/export.ts';
import { slotsOf } from '../chart/palette.ts';
import { lowerBound } from '../data/axis.ts';
import type { Named } from '../data/names.ts';
import type { Site } from '../data/site.ts';
import { copyLink } from '../ui/copy.ts';
import { el } from '../ui/dom.ts';
import { count } from '../ui/format.ts';
import { unitGloss } from '../ui/gloss.ts';
import { hint } from '../ui/hint.ts';
import { commitAddress, pageAddress, runAddress } from '../ui/links.ts';
import { machineNames } from '../ui/machine.ts';
import type { View } from '../ui/mount.ts';
import { notice, problem } from '../ui/problem.ts';
import { searchBox } from '../ui/search.ts';
import { beforeAfter } from '../ui/span.ts';
import { inOrder, unitName } from '../ui/unit.ts';
import { changes } from './changes.ts';
import { type Trend, type TrendChart, trendChart } from './chart.ts';
import { choices, lineLegend, scale } from './choices.ts';
import { byMachine, commonOf, type Line, linesOf } from './lines.ts';
import { newest } from './newest.ts';
import type { Part } from './panel.ts';
import { results, table } from './save.ts';
import { type Shown, seriesName } from './shown.ts';
import type { As } from './state.ts';

/** untracked is the page of a site whose main branch has no runs yet. */
export function untracked(site: Site): HTMLElement {
  return notice(
    'No trends yet',
    el(
      'p',
      {},
      site.runs.length === 0
        ? 'Trends show the runs of the main branch, and the history has none yet.'
        : 'Trends show the runs of the main branch. The history has only other runs so far.',
    ),
    el('p', {}, el('a', { href: './compare.html' }, 'Compare the runtimes of one run')),
  );
}

/** page builds the page of trends. */
export function page(s: Shown): View {
  const { site, axis, state } = s;
  const { trends } = site;
  const units = unitsOf(s);
  const unit = units.find((u) => u.name === state.unit) ??
    units[0] ?? { name: 'sec/op', better: 'lower' as const };
  const ruled = axis.ruler.some((v) => v > 0) && isTime(unit.name);
  const as: As = state.as === 'ruler' && !ruled ? 'value' : (state.as ?? 'value');
  const machines = [
    ...new Set(
      [...s.shards.values()].flatMap((x) =>
        x.columns.filter((c) => c.unit === unit.name).map((c) => c.machine),
      ),
    ),
  ].sort((a, b) => a - b);
  const names = machineNames(trends.machines);
  const hues = trends.runtimes.length > 1 ? slotsOf(site) : undefined;
  const lines = linesOf(s.series, s.shards, axis, unit.name, as, state.machines, names, hues);
  const shown = lines.filter((l) => !state.hidden.has(l.key));
  // A millisecond is millions of the ruler's nanoseconds: a count, which has k and M.
  const drawUnit = { value: unit.name, ruler: 'rulers', level: 'ratio' }[as];
  const positive = shown.every((l) => !l.y.includes(0));
  const log = positive && state.y === 'log';
  const title =
    s.series.length === 1
      ? seriesName(s.series[0] as Named)
      : commonOf(s.series) || `${s.series.length} series`;
  const range =
    state.range ??
    (state.at === undefined || state.days !== undefined ? undefined : around(state.at, axis.commits));
  let chart: TrendChart | undefined;
  const strip = el('div', { class: 'strip' });
  const parts = byMachine(shown).map((own, i, all): Plot => {
    const where = all.length > 1 ? names[own[0]?.machine ?? 0] : undefined;
    const called = where === undefined ? title : `${title} on ${where}`;
    const saved = offers(called, {
      svg: () => chart?.panels[i]?.svg(called) ?? '',
      png: async () => (await chart?.panels[i]?.png()) ?? new Blob(),
      csv: () => table(s, own, drawUnit, chart),
      results: () => results(s, own, drawUnit, as === 'value' ? unit.better : '', chart),
    });
    return { ...partOf(own, called), where, saved };
  });
  const actions = el(
    'div',
    { class: 'trend-actions' },
    el(
      'div',
      { class: 'offers', role: 'group', 'aria-label': 'Zoom' },
      act('zoom-in', 'Zoom in', '+', () => chart?.zoom(0.5)),
      act('zoom-out', 'Zoom out', '−', () => chart?.zoom(2)),
      act('earlier', 'Earlier', '←', () => chart?.pan(-0.5)),
      act('later', 'Later', '→', () => chart?.pan(0.5)),
      act('all', 'All commits', 'All', () =>
        s.here.choose({ range: undefined, days: undefined, at: undefined }),
      ),
      DAYS.map((days) =>
        act(`days-${days}`, `The last ${days} days`, `${days} days`, () =>
          s.here.choose({ range: undefined, days, at: undefined }),
        ),
      ),
      copyLink(),
    ),
    parts.length === 1 ? parts[0]?.saved : undefined,
  );
  const element = el(
    'div',
    {},
    el(
      'section',
      { 'aria-labelledby': 'trend-title' },
      el(
        'div',
        { class: 'trend-head' },
        el(
          'div',
          { class: 'titled' },
          el('h2', { id: 'trend-title' }, title),
          hint('What the chart shows', explained(unit.name, unit.better, as)),
        ),
        searchBox(s.all, 'Add a benchmark', (picked) =>
          s.here.choose({ series: [...new Set([...s.series.map((x) => x.key), picked.key])], at: undefined }),
        ),
      ),
      choices(s, units, unit.name, as, ruled, machines, names),
      s.unknown.map((key) =>
        el('p', { class: 'mark failed', role: 'alert' }, `${key}: no such benchmark in these trends`),
      ),
      s.errors.map((error) => problem(error, s.here.again)),
      lineLegend(s, lines, (key) => chart?.emphasise(key)),
      el(
        'div',
        { class: 'card trend-card' },
        actions,
        plots(parts, strip),
        scale(s, log ? 'log' : state.y === 'zero' ? 'zero' : undefined, positive),
        key(axis.onMachine.length > 1, parts.length > 1),
      ),
    ),
    changes(s, shown, unit.better),
    newest(shown, drawUnit),
  );
  return {
    element,
    draw() {
      if (shown.length === 0) return;
      chart = trendChart(
        {
          parts,
          strip,
          axis,
          commits: s.commits,
          unit: drawUnit,
          better: unit.better,
          log,
          zero: state.y === 'zero',
          range,
          days: state.range ? undefined : state.days,
          at: state.at,
          machines: names,
          links: linksOf(s),
        },
        {
          range: (range) => s.here.note({ range, days: undefined }),
          pin: (at) => s.here.note({ at }),
        },
      );
    },
    destroy() {
      chart?.destroy();
    },
  };
}

/** linksOf makes the links of a pinned tip. */
function linksOf({ site, axis }: Shown): Trend['links'] {
  return (run, told) => {
    const place = axis.commit[run] as number;
    const machine = axis.machine[run] as number;
    const own = axis.onMachine[machine] ?? [];
    const earlier = own[lowerBound(own, run) - 1];
    const before = earlier === undefined ? undefined : axis.commit[earlier];
    // What is told of a commit names its first run.
    const listed = axis.first[place] === run ? site.runs.find((r) => r.id === told?.run) : undefined;
    const link = (href: string | undefined, name: string) => (href ? [el('a', { href }, name)] : []);
    return [
      ...link(commitAddress(site.repository, told?.hash ?? ''), 'commit'),
      ...link(
        before === undefined ? undefined : beforeAfter({ from: before, to: place }, machine),
        'before/after',
      ),
      ...link(
        listed ? runAddress(listed) : pageAddress('compare', [['place', String(run)]]),
        'charts of this run',
      ),
    ];
  };
}

/** A chart of the page: that of one machine, named where there are several, with its menu. */
interface Plot extends Part {
  where: string | undefined;
  saved: HTMLElement;
}

function plots(parts: Plot[], strip: HTMLElement): HTMLElement {
  return el(
    'div',
    { class: parts.length > 1 ? 'trend-plots several' : 'trend-plots' },
    parts.length === 0
      ? el('p', { class: 'empty' }, 'Nothing to draw: all lines are hidden or could not be read.')
      : undefined,
    parts.map(({ holder, where, saved }) =>
      where === undefined ? holder : [el('div', { class: 'facet-head' }, el('h3', {}, where), saved), holder],
    ),
    strip,
  );
}

function partOf(lines: Line[], called: string): Part {
  const changes = lines.reduce((sum, l) => sum + l.changes.length, 0);
  return {
    holder: el('div', { class: 'plot trend' }),
    lines,
    label: `Trend of ${called}: ${count(lines.length, 'line')}, ${count(changes, 'change point')}. Arrow keys read the values.`,
  };
}

const DAYS = [7, 30, 90];

const isTime = (unit: string) => unit.split('/')[0]?.endsWith('sec') === true;

// What a link points to is shown with its surroundings, not lost among thousands.
function around(at: number, commits: number): [number, number] | undefined {
  const reach = 150;
  return commits <= 2 * reach ? undefined : [Math.max(0, at - reach), at + reach];
}

function unitsOf(s: Shown) {
  const names = new Set([...s.shards.values()].flatMap((x) => x.columns.map((c) => c.unit)));
  return inOrder(s.site.trends.units.filter((u) => names.has(u.name)));
}

function explained(unit: string, better: string, as: As): string {
  const what = unitGloss(unit);
  const way = better === '' ? '' : ` ${better === 'lower' ? 'Lower' : 'Higher'} is better.`;
  const how = {
    value: '',
    ruler:
      ' Relative to the ruler: fixed kernels measured in the same job, which a slow machine slows down too.',
    level: ' Relative to the median of each line’s first points.',
  }[as];
  return `${what ?? `${unitName(unit)}.`}${way}${how} Bands are 95 % intervals of the medians; where several commits share a pixel, the outer band is the range of their medians.`;
}

function act(id: string, label: string, face: string, onclick: () => void): HTMLElement {
  return el(
    'button',
    { type: 'button', id, class: 'button small', 'aria-label': label, title: label, onclick },
    face,
  );
}

// How the charts are used, and what their marks mean; strip: several machines have one under the plot.
function key(strip: boolean, several: boolean): HTMLElement {
  return el(
    'p',
    { class: 'quiet trend-key' },
    el(
      'span',
      { class: 'by-mouse' },
      'Drag to zoom, Shift-drag to pan, double-click to see all; a click pins a commit with its links. Press ? for the keys. ',
    ),
    el('span', { class: 'key-mark' }, '▲▼'),
    ' change point: higher or lower; a hollow one is provisional. ',
    el('span', { class: 'key-mark' }, '○'),
    ' half the samples or more are unsteady: change points leave such values out. ',
    el('span', { class: 'key-mark' }, '◆'),
    ` toolchain, flags, kernel or image updated.${strip ? ' The strip under the plot shows which machine measured each commit.' : ''}${several ? ' Each machine has a chart with a y axis of its own; zoom and cross-hair are common to all.' : ''}`,
  );
}
