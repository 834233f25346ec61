// What lies in a plot: lines, bands, whiskers, samples and markers, drawn with a pen.
//
// With few x values each series stands a little beside its neighbour, or whiskers would hide each other. With many,
// a line with a band for the interval says the same more calmly.

import { estimateOf } from '../cards/cards.ts';
import type { Estimate } from '../data/run.ts';
import { exact } from '../ui/format.ts';
import { nameEnds } from './ends.ts';
import { outline } from './palette.ts';
import type { Pen } from './pen.ts';
import type { Ink, Plot, Stage } from './plot.ts';

/** paint draws every row; where a series is emphasised, the others fade. names tells whether to name the lines' ends. */
export function paint(
  stage: Stage,
  plot: Plot,
  ink: Ink,
  names: boolean,
  emphasised: string | undefined,
): void {
  const { ctx, px, y: height } = stage;
  const step = plot.ordinal ? dodge(stage, plot) : 0;
  const at = (row: number, n: number) => stage.x(n) + (row - (plot.rows.length - 1) / 2) * step * px;
  // Single samples may lie beyond the interval, and so beyond the axis.
  ctx.clipTo(stage.left, stage.top - 6 * px, stage.width, stage.height + 12 * px);
  ctx.lineJoin = 'round';

  plot.rows.forEach((row, r) => {
    const { look, key } = row.series;
    const colour = look.colour[ink.theme];
    const dim = emphasised !== undefined && emphasised !== key ? 0.15 : 1;
    const points = row.cells.map((cell, i) => {
      const e = estimateOf(cell, plot.unit);
      return e && { e, x: at(r, i), y: height(e.center) };
    });
    ctx.strokeStyle = colour;
    ctx.fillStyle = colour;

    if (!plot.ordinal) band(ctx, points, height, 0.16 * dim);
    ctx.globalAlpha = dim * (plot.ordinal ? 0.55 : 1);
    ctx.lineWidth = (plot.ordinal ? 1.4 : 1.8) * px;
    ctx.setLineDash(look.dash.map((d) => d * px));
    ctx.beginPath();
    let pen = false;
    for (const p of points) {
      if (p && pen) ctx.lineTo(p.x, p.y);
      else if (p) ctx.moveTo(p.x, p.y);
      pen = p !== undefined;
    }
    ctx.stroke();
    ctx.setLineDash([]);

    let marked = Number.NEGATIVE_INFINITY;
    for (const p of points) {
      if (!p) continue;
      // Where points are dense the line tells them, and a marker now and then tells whose line it is.
      if (!plot.ordinal && p.x - marked < plot.markerGap * px) continue;
      // Curves run together: after the first, their markers stand beside each other and not on each other.
      const turn = plot.intervals || Number.isFinite(marked) ? 0 : r / plot.rows.length;
      marked = p.x + turn * plot.markerGap * px;
      if (plot.ordinal && !exact(p.e)) {
        if (step > 13) dots(ctx, p, height, 0.4 * dim, px);
        whisker(ctx, p, height, dim, px, Math.min(5, step * 0.35));
      }
      ctx.globalAlpha = dim;
      mark(ctx, outline(look.marker, (plot.ordinal ? 4.6 : 3.6) * px), p, look.hollow, colour, ink, px);
    }
    row.cells.forEach((cell, i) => {
      if (cell && cell.failures.length > 0 && !estimateOf(cell, plot.unit)) failure(stage, at(r, i));
      const p = points[i];
      if (cell && p && cell.unsteady > 0) unsteady(ctx, p, px);
    });
  });
  ctx.unclip();
  if (names) nameEnds(stage, plot, ink, at, emphasised);
}

// How far neighbours stand apart, in CSS pixels: together they take up to two thirds of a category.
function dodge(stage: Stage, plot: Plot): number {
  const room = stage.width / stage.px / Math.max(1, plot.xs.length);
  return Math.min(plot.xs.length === 1 ? 60 : 30, (room * 0.66) / Math.max(1, plot.rows.length));
}

interface Dot {
  e: Estimate;
  x: number;
  y: number;
}

function band(ctx: Pen, points: (Dot | undefined)[], height: (v: number) => number, alpha: number): void {
  ctx.globalAlpha = alpha;
  let run: { x: number; low: number; high: number }[] = [];
  const flush = () => {
    if (run.length > 1) {
      ctx.beginPath();
      for (const p of run) ctx.lineTo(p.x, p.high);
      for (const p of [...run].reverse()) ctx.lineTo(p.x, p.low);
      ctx.fill();
    }
    // A point between gaps has no band, but it has an interval.
    for (const p of run.length === 1 ? run : []) ctx.fillRect(p.x - 1, p.high, 2, p.low - p.high);
    run = [];
  };
  for (const p of points) {
    if (p && p.e.low !== null && p.e.high !== null)
      run.push({ x: p.x, low: height(p.e.low), high: height(p.e.high) });
    else flush();
  }
  flush();
}

function whisker(
  ctx: Pen,
  p: Dot,
  height: (v: number) => number,
  alpha: number,
  px: number,
  cap: number,
): void {
  if (p.e.low === null || p.e.high === null) return;
  const low = height(p.e.low);
  const high = height(p.e.high);
  ctx.globalAlpha = alpha;
  ctx.lineWidth = 1.6 * px;
  ctx.beginPath();
  ctx.moveTo(p.x, low);
  ctx.lineTo(p.x, high);
  for (const y of [low, high]) {
    ctx.moveTo(p.x - cap * px, y);
    ctx.lineTo(p.x + cap * px, y);
  }
  ctx.stroke();
}

// The single samples, beside the whisker that sums them up.
function dots(ctx: Pen, p: Dot, height: (v: number) => number, alpha: number, px: number): void {
  const dot = outline('circle', 1.5 * px);
  ctx.globalAlpha = alpha;
  for (const sample of p.e.samples) {
    ctx.fillShape(dot, p.x - 8 * px, height(sample));
  }
}

/** mark draws a series' marker at a point. */
export function mark(
  ctx: Pen,
  path: string,
  p: Dot,
  hollow: boolean,
  colour: string,
  ink: Ink,
  px: number,
): void {
  // A rim in the card's colour parts the marker from the lines under it.
  ctx.lineWidth = 3 * px;
  ctx.strokeStyle = ink.ground;
  ctx.strokeShape(path, p.x, p.y);
  ctx.fillStyle = hollow ? ink.ground : colour;
  ctx.fillShape(path, p.x, p.y);
  if (hollow) {
    ctx.lineWidth = 1.6 * px;
    ctx.strokeStyle = colour;
    ctx.strokeShape(path, p.x, p.y);
  }
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
}

/** unsteady rings a point of which samples had not settled. */
export function unsteady(ctx: Pen, { x, y }: { x: number; y: number }, px: number): void {
  ctx.lineWidth = 1.4 * px;
  ctx.strokeShape(outline('circle', 8.5 * px), x, y);
}

// A point that has no height because all its samples failed: a cross at the foot of the plot.
function failure({ ctx, px, top, height }: Stage, x: number): void {
  const y = top + height - 7 * px;
  const r = 3.5 * px;
  ctx.lineWidth = 2 * px;
  ctx.beginPath();
  ctx.moveTo(x - r, y - r);
  ctx.lineTo(x + r, y + r);
  ctx.moveTo(x + r, y - r);
  ctx.lineTo(x - r, y + r);
  ctx.stroke();
}
