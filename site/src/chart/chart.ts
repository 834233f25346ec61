// One chart: medians over a parameter, with intervals. The only file that knows uPlot.
//
// uPlot keeps scales, axes, cursor and size. What lies in the plot is drawn by paint.ts, since uPlot's own series
// have one x for all. Many x values are a numeric axis; few are evenly spaced categories.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { estimateOf } from '../cards/cards.ts';
import { el } from '../ui/dom.ts';
import { scaleOf, tick } from '../ui/format.ts';
import { kindOf } from '../ui/unit.ts';
import { frame, type Tick } from './axes.ts';
import { nameSpace } from './ends.ts';
import { inkOf } from './ink.ts';
import { paint } from './paint.ts';
import { canvasPen, type Pen, SvgPen } from './pen.ts';
import { FONT, type Ink, type Plot, type Stage } from './plot.ts';
import { linear, logarithmic } from './ticks.ts';
import { fillTip, placeTip } from './tip.ts';

export interface Drawn {
  /** The chart as an SVG file. */
  svg(): string;
  /** Lets one series stand out; undefined lets none. */
  emphasise(key: string | undefined): void;
  destroy(): void;
}

/** drawChart fills holder. The chart follows the holder's width until it is destroyed. */
export function drawChart(holder: HTMLElement, plot: Plot): Drawn {
  const tip = el('div', { class: 'tip', 'aria-live': 'polite' });
  tip.hidden = true;
  const xs = plot.ordinal ? plot.xs.map((_, i) => i) : plot.xs.map(Number);
  const data: uPlot.AlignedData = [
    xs,
    ...plot.rows.map((row) => row.cells.map((cell) => estimateOf(cell, plot.unit)?.center ?? null)),
  ];
  let emphasised: string | undefined;

  const size = () => {
    const width = Math.max(240, holder.clientWidth);
    return { width, height: Math.round(Math.min(330, Math.max(250, width * 0.68))) };
  };
  const nameWidth = nameSpace(plot, size().width);
  const ink = inkOf(holder);

  const options: uPlot.Options = {
    ...size(),
    padding: [12, 10 + nameWidth, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
    scales: {
      x: { time: false, distr: !plot.ordinal && plot.xLog ? 3 : 1, range: xRange(plot, xs) },
      y: { distr: plot.yLog ? 3 : 1, range: plot.yRange },
    },
    axes: [xAxis(plot, xs, ink), yAxis(plot, ink)],
    series: [{}, ...plot.rows.map(() => ({ paths: () => null, points: { show: false } }))],
    hooks: {
      draw: [
        (u) => {
          u.ctx.save();
          paint(stage(u, xs, canvasPen(u.ctx)), plot, ink, nameWidth > 0, emphasised);
          u.ctx.restore();
        },
      ],
      setCursor: [(u) => follow(u, plot, tip)],
    },
  };
  const u = new uPlot(options, data, holder);
  u.over.append(tip);
  u.root.querySelector('canvas')?.setAttribute('aria-hidden', 'true');
  reachByKey(u, plot, tip, xs);

  const observer = new ResizeObserver(() => {
    const next = size();
    if (next.width !== u.width) u.setSize(next);
  });
  observer.observe(holder);

  return {
    svg() {
      const pen = new SvgPen();
      const ticks = (axis: uPlot.Axis, scale: 'x' | 'y') => {
        const splits = (axis.splits as Splits)(u);
        const labels = (axis.values as Labels)(u, splits);
        return splits.map(
          (v, i): Tick => ({ at: u.valToPos(v, scale, true), label: String(labels[i] ?? '') }),
        );
      };
      const [x, y] = options.axes as [uPlot.Axis, uPlot.Axis];
      const { width, height } = u.ctx.canvas;
      const at = stage(u, xs, pen);
      frame(at, plot, ink, width, height, ticks(x, 'x'), ticks(y, 'y'));
      paint(at, plot, ink, nameWidth > 0, undefined);
      return pen.file(width, height, plot.label);
    },
    emphasise(key) {
      if (key === emphasised) return;
      emphasised = key;
      u.redraw(false);
    },
    destroy() {
      observer.disconnect();
      u.destroy();
      holder.replaceChildren();
    },
  };
}

type Splits = (u: uPlot) => number[];
type Labels = (u: uPlot, splits: number[]) => (string | number | null)[];

function stage(u: uPlot, xs: number[], ctx: Pen): Stage {
  const { left, top, width, height } = u.bbox;
  return {
    ctx,
    px: uPlot.pxRatio,
    x: (n) => u.valToPos(xs[n] as number, 'x', true),
    y: (value) => u.valToPos(value, 'y', true),
    left,
    top,
    width,
    height,
  };
}

function xRange(plot: Plot, xs: number[]): [number, number] {
  const first = xs[0] ?? 0;
  const last = xs[xs.length - 1] ?? 1;
  if (plot.ordinal) return [-0.5, xs.length - 0.5];
  if (plot.xLog) {
    const margin = (last / first) ** 0.04;
    return [first / margin, last * margin];
  }
  const margin = (last - first) * 0.04;
  return [first - margin, last + margin];
}

function axis(ink: Ink): uPlot.Axis {
  return {
    stroke: ink.text,
    font: FONT,
    labelFont: FONT,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { show: false },
    // uPlot drops most labels of a logarithmic axis by itself; the ticks here are already few.
    filter: (_, splits) => splits,
  };
}

function xAxis(plot: Plot, xs: number[], ink: Ink): uPlot.Axis {
  const shown = (u: uPlot) => {
    if (plot.ordinal) return xs;
    const [first = 0, last = 1] = [xs[0], xs[xs.length - 1]];
    const width = u.bbox.width / uPlot.pxRatio;
    if (!plot.xLog) {
      const clear = (v: number) => u.valToPos(v, 'x') - u.valToPos(first, 'x') >= 20;
      return [first, ...linear(first, last, width / 48).filter(clear)];
    }
    // Values that were chosen to be measured are the ticks, unless there is one at every step.
    if (xs.length > last - first) return logarithmic(first, last, width / 32);
    return roomy(xs, (v) => u.valToPos(v, 'x'), 26);
  };
  return {
    ...axis(ink),
    label: plot.x ?? '',
    labelSize: plot.x === undefined ? 0 : 18,
    labelGap: 0,
    size: 26,
    gap: 6,
    grid: { show: false },
    splits: (u) => shown(u),
    values: (_, splits) => splits.map((v) => (plot.ordinal ? (plot.xs[v] ?? '') : String(v))),
  };
}

// Of the values as many as stand apart, both ends always.
function roomy(values: number[], position: (value: number) => number, gap: number): number[] {
  const last = values[values.length - 1];
  if (last === undefined) return [];
  const kept: number[] = [];
  for (const value of values) {
    const before = kept[kept.length - 1];
    const clear = before === undefined || position(value) - position(before) >= gap;
    if (clear && (value === last || position(last) - position(value) >= gap)) kept.push(value);
  }
  return kept.includes(last) ? kept : [...kept, last];
}

function yAxis(plot: Plot, ink: Ink): uPlot.Axis {
  const [low, high] = plot.yRange;
  const scale = scaleOf(high, plot.unit);
  const splits = plot.yLog ? logSplits(low, high, plot.unit) : linear(low, high, 5, scale.factor);
  return {
    ...axis(ink),
    size: (u, values) => {
      u.ctx.font = FONT;
      return Math.ceil(Math.max(0, ...(values ?? []).map((v) => u.ctx.measureText(v).width))) + 14;
    },
    gap: 6,
    splits: () => splits,
    values: (_, values) => values.map((v) => tick(v, plot.yLog ? scaleOf(v, plot.unit) : scale)),
  };
}

// Round in the unit's own scales: 1 KiB and not 1,000 B.
function logSplits(low: number, high: number, unit: string): number[] {
  if (kindOf(unit) !== 'bytes') return logarithmic(low, high, 6);
  const splits: number[] = [];
  const doublings = Math.log2(high / low);
  const step = 2 ** Math.max(1, Math.ceil(doublings / 6));
  for (let v = 2 ** Math.ceil(Math.log2(low)); v <= high; v *= step) splits.push(v);
  return splits;
}

function follow(u: uPlot, plot: Plot, tip: HTMLElement): void {
  const { idx, left = -1 } = u.cursor;
  if (idx === null || idx === undefined || left < 0) {
    tip.hidden = true;
    return;
  }
  if (tip.hidden || tip.dataset.at !== String(idx)) fillTip(tip, plot, idx);
  tip.dataset.at = String(idx);
  tip.hidden = false;
  placeTip(tip, u.over, left);
}

// The arrow keys move the cursor over the x values, Escape takes it away.
function reachByKey(u: uPlot, plot: Plot, tip: HTMLElement, xs: number[]): void {
  u.root.tabIndex = 0;
  u.root.setAttribute('role', 'group');
  u.root.setAttribute('aria-label', `${plot.label} Arrow keys read the values.`);
  u.root.addEventListener('keydown', (event) => {
    const now = tip.hidden ? undefined : (u.cursor.idx ?? undefined);
    let next: number;
    if (event.key === 'ArrowRight') next = now === undefined ? 0 : Math.min(xs.length - 1, now + 1);
    else if (event.key === 'ArrowLeft') next = now === undefined ? xs.length - 1 : Math.max(0, now - 1);
    else if (event.key === 'Escape') {
      u.setCursor({ left: -10, top: -10 });
      return;
    } else return;
    event.preventDefault();
    u.setCursor({ left: u.valToPos(xs[next] as number, 'x'), top: 10 });
  });
  u.root.addEventListener('blur', () => u.setCursor({ left: -10, top: -10 }));
}
