// One unit of cold processes as bars: a runtime a line, the value with its interval, the shortest first. The axis is
// logarithmic: a native image and a JVM differ by tens of times, and both are to be read.

import { estimateOf } from '../cards/cards.ts';
import type { Choice } from '../cards/choice.ts';
import { belongs, type Series } from '../cards/series.ts';
import { csv, offers } from '../chart/export.ts';
import { swatch, tint } from '../chart/marker.ts';
import { SvgPen } from '../chart/pen.ts';
import { linear, logarithmic } from '../chart/ticks.ts';
import { benchmarkFormat } from '../data/benchfmt.ts';
import { fullName } from '../data/names.ts';
import type { Benchmark, Estimate, Unit } from '../data/run.ts';
import { el, svg } from '../ui/dom.ts';
import { quantity, samples, scaleOf, spread, tick } from '../ui/format.ts';
import { unitGloss } from '../ui/gloss.ts';
import { unitName } from '../ui/unit.ts';

interface Bar {
  series: Series;
  benchmark: Benchmark;
  e: Estimate;
}

/** bars is a card of one unit. Of a runtime's benchmarks it takes the least work, whose start the work hides least. */
export function bars(choice: Choice, series: Series[], unit: Unit, hidden: Set<string>): HTMLElement {
  const own = series
    .filter((s) => !hidden.has(s.key))
    .flatMap((s): Bar[] => {
      const found = choice.benchmarks.flatMap((benchmark) => {
        const e = belongs(benchmark, s) ? estimateOf(benchmark, unit.name) : undefined;
        return e ? [{ series: s, benchmark, e }] : [];
      });
      return found.slice(0, 1);
    });
  // Bars are of one benchmark, or they would compare work.
  const name = own[0]?.benchmark.name;
  const bars = own
    .flatMap((b) => {
      const twin = choice.benchmarks.find((x) => x.name === name && belongs(x, b.series));
      const e = twin && estimateOf(twin, unit.name);
      return twin && e ? [{ ...b, benchmark: twin, e }] : [];
    })
    .sort((a, b) => a.e.center - b.e.center);
  const axis = axisOf(bars);
  return el(
    'article',
    { class: 'card bar-card' },
    el(
      'header',
      {},
      el('h3', {}, unitName(unit.name)),
      el('p', { class: 'gloss' }, unitGloss(unit.name) ?? '', name ? el('span', {}, ` ${name}`) : undefined),
    ),
    bars.length === 0
      ? el('p', { class: 'quiet' }, 'None of the runtimes shown has this value.')
      : el(
          'ul',
          { class: 'bars', 'aria-label': unitName(unit.name) },
          bars.map((b) => line(b, axis, unit.name)),
        ),
    bars.length === 0 ? undefined : scale(axis, unit.name),
    bars.length === 0
      ? undefined
      : offers(unitName(unit.name), {
          svg: () => drawing(bars, unit, axis),
          csv: () => table(bars, unit),
          results: () => results(bars, unit),
        }),
  );
}

/** Low and high end of the axis, and where a value stands between them, 0 to 1. */
interface Axis {
  low: number;
  high: number;
  at(value: number): number;
}

// From a half of the smallest value on, so that its bar is there to be seen.
function axisOf(bars: Bar[]): Axis {
  const values = bars.flatMap(({ e }) => [e.center, e.low ?? e.center, e.high ?? e.center]);
  const high = Math.max(...values, 0) || 1;
  const least = Math.min(...values);
  if (!(least > 0)) return { low: 0, high, at: (v) => v / high };
  const low = least / 2;
  return { low, high, at: (v) => Math.log(v / low) / Math.log(high / low) };
}

function scale({ low, high, at }: Axis, unit: string): HTMLElement {
  // Round numbers in the scale that they are written in.
  const { factor } = scaleOf(low > 0 ? low : high, unit);
  const values = (low > 0 ? logarithmic(low / factor, high / factor, 3) : linear(0, high / factor, 3)).map(
    (v) => v * factor,
  );
  return el(
    'div',
    { class: 'bar-axis', 'aria-hidden': 'true' },
    svg(
      'svg',
      {},
      values.map((v) =>
        svg(
          'text',
          { x: `${(at(v) * 100).toFixed(1)}%`, y: 11, 'text-anchor': 'middle' },
          tick(v, scaleOf(v, unit)),
        ),
      ),
    ),
  );
}

function line({ series, e }: Bar, axis: Axis, unit: string): HTMLElement {
  const share = (v: number) => (axis.at(v) * 100).toFixed(2);
  const bar = svg(
    'svg',
    { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { x: 0, y: 0, width: share(e.center), height: 10, rx: 0.6 }),
    e.low !== null && e.high !== null && e.high > e.low
      ? svg('path', {
          class: 'bar-ends',
          d: `M${share(e.low)},5H${share(e.high)}`,
          'vector-effect': 'non-scaling-stroke',
        })
      : undefined,
  );
  bar.style.color = tint(series.look);
  return el(
    'li',
    {},
    el('span', { class: 'bar-name' }, swatch(series.look), ' ', series.label),
    bar,
    el(
      'span',
      { class: 'bar-value' },
      el('strong', {}, quantity(e.center, unit)),
      ' ',
      el('span', { class: 'quiet' }, `${spread(e)} ${samples(e.n)}`),
    ),
  );
}

function table(bars: Bar[], unit: Unit): string {
  const rows = bars.map(({ series, benchmark, e }) => [
    series.label,
    fullName(benchmark),
    unit.name,
    e.center,
    e.low ?? '',
    e.high ?? '',
    e.n,
  ]);
  return csv([['runtime', 'benchmark', 'unit', 'center', 'low', 'high', 'n'], ...rows]);
}

function results(bars: Bar[], unit: Unit): string {
  const lines = bars.map(({ benchmark, e }) => ({
    runtime: benchmark.runtime,
    benchmark: fullName(benchmark),
    cpu: '',
    points: (e.samples.length > 0 ? e.samples : [e.center]).map((value) => ({ commit: '', date: '', value })),
  }));
  return benchmarkFormat(lines, unit.name, unit.better);
}

// The card as a picture of its own, in the light theme.
function drawing(bars: Bar[], unit: Unit, { at }: Axis): string {
  const pen = new SvgPen();
  const [width, row, left] = [640, 28, 150];
  const height = 40 + bars.length * row;
  const room = width - left - 130;
  pen.font = '13px sans-serif';
  pen.textBaseline = 'middle';
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#161a22';
  pen.fillText(`${unitName(unit.name)}, ${bars[0]?.benchmark.name ?? ''}`, 10, 18);
  for (const [i, { series, e }] of bars.entries()) {
    const y = 36 + i * row;
    pen.fillStyle = '#161a22';
    pen.fillText(series.label, 10, y + 10);
    pen.fillText(`${quantity(e.center, unit.name)} ${spread(e)}`, left + room + 8, y + 10);
    pen.fillStyle = series.look.colour.light;
    pen.fillRect(left, y, at(e.center) * room, 20);
    if (e.low === null || e.high === null) continue;
    pen.fillStyle = '#161a22';
    pen.fillRect(left + at(e.low) * room, y + 9, Math.max(1, (at(e.high) - at(e.low)) * room), 2);
  }
  return pen.file(width, height, unitName(unit.name));
}
