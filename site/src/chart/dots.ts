// A card of one x value: a dot plot, as Cleveland has it. Each series is a line of its own with its name and its value,
// the best first; beside each other in one column, twenty series would be told apart by their dashes alone, which a
// single point does not have.

import type { Estimate } from '../data/run.ts';
import { el, svg } from '../ui/dom.ts';
import { exact, quantity, samples, spread } from '../ui/format.ts';
import { between, type Tick, yTicks } from './axes.ts';
import { type Ink, inkOf } from './canvas.ts';
import type { Drawn } from './chart.ts';
import { swatch, tint } from './marker.ts';
import { mark } from './paint.ts';
import { outline } from './palette.ts';
import { SvgPen } from './pen.ts';
import { FONT, type Plot, type Point, type Row } from './plot.ts';

interface Line extends Point {
  series: Row['series'];
}

/** isDots tells whether a plot is better read as dots: it has one x value. */
export function isDots(plot: Plot): boolean {
  return plot.xs.length === 1;
}

/** drawDots fills holder, as drawChart does; better is the unit's way. */
export function drawDots(holder: HTMLElement, plot: Plot, better: string): Drawn {
  const lines = linesOf(plot, better).map((line) => ({ key: line.series.key, element: item(line, plot) }));
  holder.append(
    el(
      'div',
      { class: 'dots' },
      el(
        'ul',
        { 'aria-label': plot.label },
        lines.map((line) => line.element),
      ),
      axis(plot),
    ),
  );
  return {
    svg: () => picture(plot, better, inkOf(holder)),
    emphasise(key) {
      for (const line of lines) line.element.classList.toggle('faded', key !== undefined && key !== line.key);
    },
    destroy() {
      holder.replaceChildren();
    },
  };
}

// What has no value stands last.
function linesOf(plot: Plot, better: string): Line[] {
  const turn = better === 'higher' ? -1 : 1;
  const size = ({ e }: Line) => (e ? turn * e.center : Number.POSITIVE_INFINITY);
  return plot.rows
    .flatMap(({ series, cells: [cell] }) => (cell ? [{ series, ...cell }] : []))
    .filter((line) => line.e || line.failed > 0)
    .sort((a, b) => (size(a) === size(b) ? 0 : size(a) - size(b)));
}

// Where a value stands between the ends of the axis, 0 to 1.
function place(plot: Plot, value: number): number {
  return Math.min(1, Math.max(0, between(plot.yRange, [0, 1], plot.yLog)(value)));
}

function ticks(plot: Plot): { at: number; label: string }[] {
  const placed = ({ value, label }: Tick) => ({ at: place(plot, value), label });
  return yTicks(plot.yRange, plot.unit, plot.yLog, 4).map(placed);
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

function grid(plot: Plot): SVGLineElement[] {
  return ticks(plot).map(({ at }) =>
    svg('line', { class: 'dots-grid', x1: percent(at), x2: percent(at), y1: 0, y2: '100%' }),
  );
}

function item({ series, e, failed, unsteady }: Line, plot: Plot): HTMLLIElement {
  const { look } = series;
  const track = svg('svg', { class: 'dots-track', 'aria-hidden': 'true' }, grid(plot));
  if (e) track.append(...marks(e, plot, look));
  track.style.color = tint(look);
  return el(
    'li',
    {},
    el('span', { class: 'dots-name' }, swatch(look), ' ', series.label),
    track,
    e
      ? el(
          'span',
          { class: 'dots-value' },
          el('strong', {}, quantity(e.center, plot.unit)),
          ' ',
          el('span', { class: 'quiet' }, `${spread(e)} ${samples(e.n)}`),
          unsteady > 0 ? el('span', { class: 'mark careful' }, `${unsteady} unsteady`) : undefined,
        )
      : el('span', { class: 'dots-value mark failed' }, `${failed} failed`),
  );
}

function marks(e: Estimate, plot: Plot, look: Row['series']['look']): SVGElement[] {
  const at = (v: number) => percent(place(plot, v));
  const parts: SVGElement[] = [];
  if (!exact(e)) {
    for (const sample of e.samples)
      parts.push(svg('circle', { class: 'dots-sample', cx: at(sample), cy: '50%', r: 2 }));
    if (e.low !== null && e.high !== null)
      parts.push(svg('line', { class: 'dots-ends', x1: at(e.low), x2: at(e.high), y1: '50%', y2: '50%' }));
  }
  parts.push(
    svg(
      'svg',
      { x: at(e.center), y: '50%', class: 'dots-mark' },
      svg('path', {
        d: outline(look.marker, 5),
        class: look.hollow ? 'hollow' : undefined,
      }),
    ),
  );
  return parts;
}

function axis(plot: Plot): HTMLElement {
  return el(
    'div',
    { class: 'dots-axis', 'aria-hidden': 'true' },
    svg(
      'svg',
      {},
      ticks(plot).map(({ at, label }) =>
        svg('text', { x: percent(at), y: 12, 'text-anchor': 'middle' }, label),
      ),
    ),
  );
}

// The plot as an SVG file of its own.
function picture(plot: Plot, better: string, ink: Ink): string {
  const pen = new SvgPen();
  const lines = linesOf(plot, better);
  const [width, row, left, right] = [720, 24, 190, 150];
  const height = 46 + lines.length * row;
  const room = width - left - right;
  const x = (v: number) => left + place(plot, v) * room;
  pen.font = FONT;
  pen.textBaseline = 'middle';
  pen.fillStyle = ink.ground;
  pen.fillRect(0, 0, width, height);
  for (const { at, label } of ticks(plot)) {
    pen.fillStyle = ink.grid;
    pen.fillRect(left + at * room, 10, 1, lines.length * row);
    pen.fillStyle = ink.text;
    pen.textAlign = 'center';
    pen.fillText(label, left + at * room, height - 18);
  }
  for (const [i, { series, e, failed }] of lines.entries()) {
    const y = 10 + i * row + row / 2;
    pen.textAlign = 'left';
    pen.fillStyle = ink.text;
    pen.fillText(series.label, 10, y);
    pen.fillText(
      e ? `${quantity(e.center, plot.unit)} ${spread(e)}` : `${failed} failed`,
      left + room + 14,
      y,
    );
    if (!e) continue;
    pen.fillStyle = series.look.colour[ink.theme];
    if (e.low !== null && e.high !== null)
      pen.fillRect(x(e.low), y - 1, Math.max(1, x(e.high) - x(e.low)), 2);
    const { marker, hollow, colour } = series.look;
    mark(pen, outline(marker, 5), { e, x: x(e.center), y }, hollow, colour[ink.theme], ink);
  }
  return pen.file(width, height, plot.label);
}
