// One chart of a run: medians over a parameter, with intervals. Many x values are a numeric axis; few are evenly spaced
// categories.

import { between, drawPointer, drawX, drawY, xTicks, yTicks } from './axes.ts';
import { canvasIn, type Ink, type Size } from './canvas.ts';
import { nameSpace } from './ends.ts';
import { paint } from './paint.ts';
import { type Pen, textWidth } from './pen.ts';
import type { Plot, Stage } from './plot.ts';
import { fillTip, placeTip } from './tip.ts';

export interface Drawn {
  /** The chart as an SVG file. */
  svg(): string;
  /** As a picture, where it is drawn on a canvas. */
  png?(): Promise<Blob>;
  /** Lets one series stand out; undefined lets none. */
  emphasise(key: string | undefined): void;
  destroy(): void;
}

/** drawChart fills holder. The chart follows the holder's width until it is destroyed. */
export function drawChart(holder: HTMLElement, plot: Plot): Drawn {
  const xs = plot.ordinal ? plot.xs.map((_, i) => i) : plot.xs.map(Number);
  let emphasised: string | undefined;
  let at: number | undefined;
  let stage: Stage | undefined;

  const chart = canvasIn(holder, {
    label: `${plot.label} Arrow keys read the values.`,
    height: (width) => Math.min(330, Math.max(250, width * 0.68)),
    paint(pen, size, ink, saved) {
      const own = draw(pen, size, ink, plot, xs, saved ? undefined : at, saved ? undefined : emphasised);
      if (!saved) stage = own;
    },
  });
  chart.draw();

  const point = (n: number | undefined) => {
    if (n === at) return;
    at = n;
    chart.tip.hidden = n === undefined;
    if (n !== undefined && stage) {
      fillTip(chart.tip, plot, n);
      placeTip(chart.tip, chart.root, stage.x(n));
    }
    chart.redraw();
  };
  const nearest = (event: PointerEvent) => {
    const { left, top } = chart.root.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    if (!stage || x < stage.left - 20 || y > stage.top + stage.height + 20) return undefined;
    const distance = (n: number) => Math.abs((stage as Stage).x(n) - x);
    return xs.reduce((best, _, n) => (distance(n) < distance(best) ? n : best), 0);
  };
  chart.root.addEventListener('pointerdown', (event) => point(nearest(event)));
  chart.root.addEventListener('pointermove', (event) => point(nearest(event)));
  chart.root.addEventListener('pointerleave', () => point(undefined));
  chart.root.addEventListener('blur', () => point(undefined));
  chart.root.addEventListener('keydown', (event) => {
    const last = xs.length - 1;
    const next: Record<string, number | undefined> = {
      ArrowRight: at === undefined ? 0 : Math.min(last, at + 1),
      ArrowLeft: at === undefined ? last : Math.max(0, at - 1),
      Escape: undefined,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    point(next[event.key]);
  });

  return {
    svg: () => chart.svg(plot.label),
    png: chart.png,
    emphasise(key) {
      if (key === emphasised) return;
      emphasised = key;
      chart.redraw();
    },
    destroy: chart.destroy,
  };
}

const TOP = 12;

function draw(
  pen: Pen,
  size: Size,
  ink: Ink,
  plot: Plot,
  xs: number[],
  at: number | undefined,
  emphasised: string | undefined,
): Stage {
  const ticks = yTicks(plot.yRange, plot.unit, plot.yLog, plot.yLog ? 6 : 5);
  const names = nameSpace(plot, size.width);
  const left = Math.ceil(Math.max(0, ...ticks.map((t) => textWidth(t.label)))) + 14;
  const width = Math.max(40, size.width - left - 10 - names);
  const height = size.height - TOP - (plot.x === undefined ? 26 : 44);
  const x = between(xRange(plot, xs), [left, left + width], plot.xLog && !plot.ordinal);
  const y = between(plot.yRange, [TOP + height, TOP], plot.yLog);
  const stage: Stage = { pen, left, top: TOP, width, height, y, x: (n) => x(xs[n] as number) };
  drawY(pen, stage, ticks, ink);
  drawX(stage, xTicks(plot, xs, x, width), x, plot.x, ink);
  if (at !== undefined) drawPointer(pen, stage.x(at), TOP, height, ink);
  paint(stage, plot, ink, names > 0, emphasised);
  pen.globalAlpha = 1;
  return stage;
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
