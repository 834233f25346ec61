// One unit of cold processes as bars: a runtime a line, the value with its interval, the shortest first.

import { estimateOf } from '../cards.ts';
import type { Choice } from '../choice.ts';
import type { Benchmark, Estimate, Unit } from '../data.ts';
import { el, svg } from '../dom.ts';
import { quantity, samples, spread } from '../format.ts';
import { unitGloss } from '../gloss.ts';
import { swatch, tint } from '../marker.ts';
import { belongs, type Series } from '../series.ts';
import { unitName } from '../unit.ts';

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
  const most = Math.max(...bars.map((b) => Math.max(b.e.center, b.e.high ?? 0)), 0) || 1;
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
      ? el('p', { class: 'quiet' }, 'No runtime that is shown has it.')
      : el(
          'ul',
          { class: 'bars', 'aria-label': unitName(unit.name) },
          bars.map((b) => line(b, most, unit.name)),
        ),
  );
}

function line({ series, e }: Bar, most: number, unit: string): HTMLElement {
  const share = (v: number) => ((v / most) * 100).toFixed(2);
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
