// The page of trends: search, toolbar, legend, chart, what changed, the newest values.

import { csv, offers } from '../chart/export.ts';
import { legendButton } from '../chart/legend.ts';
import { swatch } from '../chart/marker.ts';
import type { Told } from '../data/axis.ts';
import { benchmarkFormat } from '../data/benchfmt.ts';
import { fullName, type Named } from '../data/names.ts';
import type { Shard } from '../data/shard.ts';
import type { Site } from '../data/site.ts';
import { scaleSwitch, segmented, select, toolbar } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { count, date, percent, quantity, samples, shortCpu, spread } from '../ui/format.ts';
import { unitGloss } from '../ui/gloss.ts';
import { commitAddress, commitLink, pageAddress } from '../ui/links.ts';
import type { Here, View } from '../ui/mount.ts';
import { notice, problem } from '../ui/problem.ts';
import { searchBox } from '../ui/search.ts';
import { scrollTable } from '../ui/table.ts';
import { inOrder, unitName } from '../ui/unit.ts';
import { type TrendChart, trendChart } from './chart.ts';
import { commonOf, type Line, linesOf } from './lines.ts';
import type { Data } from './main.ts';
import { worse } from './paint.ts';
import type { As, State } from './state.ts';

export interface Shown extends Data {
  series: Named[];
  shards: Map<number, Shard>;
  errors: unknown[];
  /** What the address names and the index doesn't have. */
  unknown: string[];
  state: State;
  here: Here<State>;
}

/** Changes told before the reader asks for all. */
const MOST = 20;

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
  const machineNames = trends.machines.map((m) => shortCpu(m.cpu));
  const lines = linesOf(s.series, s.shards, axis, unit.name, as, state.machines, machineNames);
  const shown = lines.filter((l) => !state.hidden.has(l.key));
  // A millisecond is millions of the ruler's nanoseconds: a count, which has k and M.
  const drawUnit = { value: unit.name, ruler: 'rulers', level: 'ratio' }[as];
  const positive = shown.every((l) => !l.y.includes(0));
  const log = positive && state.y === 'log';
  const title =
    s.series.length === 1
      ? keyWords(s.series[0] as Named)
      : commonOf(s.series) || `${s.series.length} series`;
  const range = state.range ?? (state.at === undefined ? undefined : around(state.at, axis.commits));
  let chart: TrendChart | undefined;
  const holder = el('div', { class: 'plot trend' });
  const open = (told: Told) => {
    const address = commitAddress(site.repository, told.hash);
    if (address) window.open(address, '_blank', 'noopener,noreferrer');
    else location.href = pageAddress('compare', [['run', told.run]]);
  };

  const element = el(
    'div',
    {},
    el(
      'section',
      { 'aria-labelledby': 'trend-title' },
      el(
        'div',
        { class: 'trend-head' },
        el('h2', { id: 'trend-title' }, title),
        searchBox(s.all, 'Add a benchmark', (picked) =>
          s.here.choose({ series: [...new Set([...s.series.map((x) => x.key), picked.key])], at: undefined }),
        ),
      ),
      choices(s, units, unit.name, as, ruled, log, positive, machines, machineNames),
      el('p', { class: 'measured' }, explained(unit.name, unit.better, as)),
      s.unknown.map((key) =>
        el('p', { class: 'mark failed', role: 'alert' }, `${key}: no such benchmark in these trends`),
      ),
      s.errors.map((error) => problem(error, s.here.again)),
      legend(s, lines, (key) => chart?.emphasise(key)),
      el(
        'div',
        { class: 'card trend-card' },
        el(
          'div',
          { class: 'trend-actions' },
          el(
            'div',
            { class: 'offers', role: 'group', 'aria-label': 'Zoom' },
            act('zoom-in', 'Zoom in', '+', () => chart?.zoom(0.5)),
            act('zoom-out', 'Zoom out', '−', () => chart?.zoom(2)),
            act('earlier', 'Earlier', '←', () => chart?.pan(-0.5)),
            act('later', 'Later', '→', () => chart?.pan(0.5)),
            act('all', 'All commits', 'All', () => chart?.reset()),
          ),
          offers(title, {
            svg: () => chart?.svg(title) ?? '',
            png: async () => (await chart?.png()) ?? new Blob(),
            csv: () => table(s, shown, drawUnit, chart),
            results: () => results(s, shown, drawUnit, as === 'value' ? unit.better : '', chart),
          }),
        ),
        holder,
        el(
          'p',
          { class: 'quiet trend-key' },
          el(
            'span',
            { class: 'by-mouse' },
            'Drag to zoom, Shift-drag to pan, double-click to see all, click to open a commit. Keys: ← → step through commits, Page Up and Page Down through changes, + − 0 zoom, Enter opens the commit. ',
          ),
          el('span', { class: 'key-mark' }, '▲▼'),
          ' change point: higher or lower. ',
          el('span', { class: 'key-mark' }, '◆'),
          ` toolchain, flags, kernel or image updated.${axis.onMachine.length > 1 ? ' The strip under the plot shows which machine measured each commit.' : ''}`,
        ),
      ),
    ),
    changes(s, shown, unit.better),
    newest(shown, drawUnit),
  );
  return {
    element,
    draw() {
      if (shown.length === 0) {
        holder.replaceChildren(
          el('p', { class: 'empty' }, 'Nothing to draw: all lines are hidden or could not be read.'),
        );
        return;
      }
      chart = trendChart(
        holder,
        {
          lines: shown,
          axis,
          commits: s.commits,
          label: `Trend of ${title}: ${count(shown.length, 'line')}, ${count(
            shown.reduce((sum, l) => sum + l.changes.length, 0),
            'change point',
          )}. Arrow keys read the values.`,
          unit: drawUnit,
          better: unit.better,
          log,
          range,
          at: state.at,
          machines: machineNames,
        },
        { range: (range) => s.here.note({ range }), open },
      );
    },
    destroy() {
      chart?.destroy();
    },
  };
}

const isTime = (unit: string) => unit.split('/')[0]?.endsWith('sec') === true;

// What a link points to is shown with its surroundings, not lost among thousands.
function around(at: number, commits: number): [number, number] | undefined {
  const reach = 150;
  return commits <= 2 * reach ? undefined : [Math.max(0, at - reach), at + reach];
}

function keyWords(s: Named): string {
  return `${s.runtime} ${s.name}${s.exec === '' ? '' : ` ${s.exec}`}`;
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
  return `${unitName(unit)}${what ? `: ${what}` : '.'}${way}${how} Bands are 95 % intervals of the medians; where several commits share a pixel, the outer band is the range of their medians.`;
}

function act(id: string, label: string, face: string, onclick: () => void): HTMLElement {
  return el(
    'button',
    { type: 'button', id, class: 'button small', 'aria-label': label, title: label, onclick },
    face,
  );
}

function choices(
  s: Shown,
  units: { name: string }[],
  unit: string,
  as: As,
  ruled: boolean,
  log: boolean,
  positive: boolean,
  machines: number[],
  names: string[],
): HTMLElement {
  return toolbar(
    'What the chart shows',
    units.length < 2
      ? undefined
      : select(
          'unit',
          'Metric',
          units.map((u) => ({ value: u.name, label: unitName(u.name) })),
          unit,
          (v) => s.here.choose({ unit: v }),
        ),
    segmented(
      'as',
      'Values',
      [
        { value: 'value', label: 'measured' },
        ...(ruled ? [{ value: 'ruler', label: 'relative to the ruler' }] : []),
        { value: 'level', label: 'relative to the start' },
      ],
      as,
      (v) => s.here.choose({ as: v === 'value' ? undefined : (v as As) }),
    ),
    machines.length < 2
      ? undefined
      : select(
          'machine',
          'Machine',
          [
            { value: 'all', label: 'all, one line each' },
            ...machines.map((m) => ({ value: String(m), label: names[m] ?? String(m) })),
          ],
          s.state.machines.length === 1 ? String(s.state.machines[0]) : 'all',
          (v) => s.here.choose({ machines: v === 'all' ? [] : [Number(v)] }),
        ),
    positive
      ? scaleSwitch('y', 'y scale', log ? 'log' : 'linear', (v) =>
          s.here.choose({ y: v === 'log' ? 'log' : undefined }),
        )
      : undefined,
  );
}

function legend(s: Shown, all: Line[], emphasise: (key: string | undefined) => void): HTMLElement {
  const lines = {
    hidden: s.state.hidden,
    hide: (hidden: Set<string>) => s.here.choose({ hidden }),
    emphasise,
  };
  return el(
    'ul',
    { class: 'legend trend-legend', 'aria-label': 'Lines' },
    all.map((line, i) =>
      el(
        'li',
        {},
        legendButton({ ...line, id: `line-${i}` }, lines, false),
        // A series is removed with all its lines.
        s.series.length < 2 || all.findIndex((l) => l.series === line.series) !== i
          ? undefined
          : remove(s, line.series),
      ),
    ),
    // What could not be read has no line, and can be removed all the same.
    s.series
      .filter((x) => !all.some((l) => l.series === x))
      .map((x) => el('li', {}, keyWords(x), ' ', remove(s, x))),
  );
}

function remove(s: Shown, series: Named): HTMLElement {
  return el(
    'button',
    {
      type: 'button',
      class: 'remove',
      'aria-label': `Remove ${series.key}`,
      title: `Remove ${series.key}`,
      onclick: () => s.here.choose({ series: s.series.filter((o) => o !== series).map((o) => o.key) }),
    },
    '×',
  );
}

// The change points of what is shown, the newest first; what git knows of their commits comes when it is loaded.
function changes(s: Shown, lines: Line[], better: string): HTMLElement {
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

function newest(lines: Line[], unit: string): HTMLElement {
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
            el('th', { scope: 'row' }, swatch(line.look), ' ', line.label),
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

// Files hold what the chart shows: its lines, within its range.
function inRange(line: Line, chart: TrendChart | undefined): number[] {
  const [from, to] = chart?.range() ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return Array.from(line.x.keys()).filter(
    (i) => (line.x[i] as number) >= from && (line.x[i] as number) <= to,
  );
}

async function told(s: Shown, lines: Line[], chart: TrendChart | undefined): Promise<void> {
  const places = new Set(
    lines.flatMap((l) => inRange(l, chart).map((i) => Math.floor((l.x[i] as number) / 512) * 512)),
  );
  await Promise.allSettled([...places].map((place) => s.commits.load(place)));
}

async function table(s: Shown, lines: Line[], unit: string, chart: TrendChart | undefined): Promise<string> {
  await told(s, lines, chart);
  const rows: (string | number)[][] = [['commit', 'date', 'line', 'unit', 'center', 'low', 'high', 'n']];
  for (const line of lines)
    for (const i of inRange(line, chart)) {
      const low = line.low[i] as number;
      const high = line.high[i] as number;
      rows.push([
        s.commits.known(line.x[i] as number)?.hash ?? String(line.x[i]),
        new Date((s.axis.date[line.run[i] as number] as number) * 1000).toISOString(),
        line.key,
        unit,
        digits(line.y[i] as number),
        Number.isFinite(low) ? digits(low) : '',
        Number.isFinite(high) ? digits(high) : '',
        line.n[i] as number,
      ]);
    }
  return csv(rows);
}

const digits = (v: number) => Number(v.toPrecision(5));

async function results(
  s: Shown,
  lines: Line[],
  unit: string,
  better: string,
  chart: TrendChart | undefined,
): Promise<string> {
  await told(s, lines, chart);
  return benchmarkFormat(
    lines.map((line) => ({
      runtime: line.series.runtime,
      benchmark: fullName(line.series),
      cpu: s.site.trends.machines[line.machine]?.cpu ?? '',
      points: inRange(line, chart).map((i) => ({
        commit: s.commits.known(line.x[i] as number)?.hash ?? '',
        date: new Date((s.axis.date[line.run[i] as number] as number) * 1000).toISOString(),
        value: line.y[i] as number,
      })),
    })),
    unit,
    better,
  );
}
