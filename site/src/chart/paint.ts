// What lies in a plot: lines, bands, whiskers, samples and markers, drawn with a pen.
//
// With few x values each series stands a little beside its neighbour, or whiskers would hide each other. With many,
// a line with a band for the interval says the same more calmly.

import type { Estimate } from '../data/run.ts';
import { exact } from '../ui/format.ts';
import type { Ink } from './canvas.ts';
import { nameEnds } from './ends.ts';
import { outline } from './palette.ts';
import type { Pen } from './pen.ts';
import type { Plot, Stage } from './plot.ts';

/** paint draws every row; where a series is emphasised, the others fade. names tells whether to name the lines' ends. */
export function paint(
  stage: Stage,
  plot: Plot,
  ink: Ink,
  names: boolean,
  emphasised: string | undefined,
): void {
  const { pen, y: height } = stage;
  const step = plot.ordinal ? dodge(stage, plot) : 0;
  const at = (row: number, n: number) => stage.x(n) + (row - (plot.rows.length - 1) / 2) * step;
  // Single samples may lie beyond the interval, and so beyond the axis.
  pen.clipTo(stage.left, stage.top - 6, stage.width, stage.height + 12);
  pen.lineJoin = 'round';

  plot.rows.forEach((row, r) => {
    const { look, key } = row.series;
    const colour = look.colour[ink.theme];
    const dim = emphasised !== undefined && emphasised !== key ? 0.15 : 1;
    const points = row.cells.map((cell, i) => {
      const e = cell?.e;
      return e && { e, x: at(r, i), y: height(e.center) };
    });
    pen.strokeStyle = colour;
    pen.fillStyle = colour;

    if (!plot.ordinal) band(pen, points, height, 0.16 * dim);
    pen.globalAlpha = dim * (plot.ordinal ? 0.55 : 1);
    pen.lineWidth = plot.ordinal ? 1.4 : 1.8;
    pen.setLineDash(look.dash);
    pen.beginPath();
    let down = false;
    for (const p of points) {
      if (p && down) pen.lineTo(p.x, p.y);
      else if (p) pen.moveTo(p.x, p.y);
      down = p !== undefined;
    }
    pen.stroke();
    pen.setLineDash([]);

    let marked = Number.NEGATIVE_INFINITY;
    for (const p of points) {
      if (!p) continue;
      // Where points are dense the line tells them, and a marker now and then tells whose line it is.
      if (!plot.ordinal && p.x - marked < plot.markerGap) continue;
      // Curves run together: after the first, their markers stand beside each other and not on each other.
      const turn = plot.intervals || Number.isFinite(marked) ? 0 : r / plot.rows.length;
      marked = p.x + turn * plot.markerGap;
      if (plot.ordinal && !exact(p.e)) {
        if (step > 13) dots(pen, p, height, 0.4 * dim);
        whisker(pen, p, height, dim, Math.min(5, step * 0.35));
      }
      pen.globalAlpha = dim;
      mark(pen, outline(look.marker, plot.ordinal ? 4.6 : 3.6), p, look.hollow, colour, ink);
    }
    row.cells.forEach((cell, i) => {
      if (cell && cell.failed > 0 && !cell.e) failure(stage, at(r, i));
      const p = points[i];
      if (cell && p && cell.unsteady > 0) unsteady(pen, p);
    });
  });
  pen.unclip();
  if (names) nameEnds(stage, plot, ink, at, emphasised);
}

// How far neighbours stand apart, in CSS pixels: together they take up to two thirds of a category.
function dodge(stage: Stage, plot: Plot): number {
  const room = stage.width / Math.max(1, plot.xs.length);
  return Math.min(plot.xs.length === 1 ? 60 : 30, (room * 0.66) / Math.max(1, plot.rows.length));
}

interface Dot {
  e: Estimate;
  x: number;
  y: number;
}

function band(pen: Pen, points: (Dot | undefined)[], height: (v: number) => number, alpha: number): void {
  pen.globalAlpha = alpha;
  let run: { x: number; low: number; high: number }[] = [];
  const flush = () => {
    if (run.length > 1) {
      pen.beginPath();
      for (const p of run) pen.lineTo(p.x, p.high);
      for (const p of [...run].reverse()) pen.lineTo(p.x, p.low);
      pen.fill();
    }
    // A point between gaps has no band, but it has an interval.
    for (const p of run.length === 1 ? run : []) pen.fillRect(p.x - 1, p.high, 2, p.low - p.high);
    run = [];
  };
  for (const p of points) {
    if (p && p.e.low !== null && p.e.high !== null)
      run.push({ x: p.x, low: height(p.e.low), high: height(p.e.high) });
    else flush();
  }
  flush();
}

function whisker(pen: Pen, p: Dot, height: (v: number) => number, alpha: number, cap: number): void {
  if (p.e.low === null || p.e.high === null) return;
  const low = height(p.e.low);
  const high = height(p.e.high);
  pen.globalAlpha = alpha;
  pen.lineWidth = 1.6;
  pen.beginPath();
  pen.moveTo(p.x, low);
  pen.lineTo(p.x, high);
  for (const y of [low, high]) {
    pen.moveTo(p.x - cap, y);
    pen.lineTo(p.x + cap, y);
  }
  pen.stroke();
}

// The single samples, beside the whisker that sums them up.
function dots(pen: Pen, p: Dot, height: (v: number) => number, alpha: number): void {
  const dot = outline('circle', 1.5);
  pen.globalAlpha = alpha;
  for (const sample of p.e.samples) {
    pen.fillShape(dot, p.x - 8, height(sample));
  }
}

/** mark draws a series' marker at a point. */
export function mark(pen: Pen, path: string, p: Dot, hollow: boolean, colour: string, ink: Ink): void {
  // A rim in the card's colour parts the marker from the lines under it.
  pen.lineWidth = 3;
  pen.strokeStyle = ink.ground;
  pen.strokeShape(path, p.x, p.y);
  pen.fillStyle = hollow ? ink.ground : colour;
  pen.fillShape(path, p.x, p.y);
  if (hollow) {
    pen.lineWidth = 1.6;
    pen.strokeStyle = colour;
    pen.strokeShape(path, p.x, p.y);
  }
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
}

/** unsteady rings a point of which samples had not settled. */
export function unsteady(pen: Pen, { x, y }: { x: number; y: number }): void {
  pen.lineWidth = 1.4;
  pen.strokeShape(outline('circle', 8.5), x, y);
}

// A point that has no height because all its samples failed: a cross at the foot of the plot.
function failure({ pen, top, height }: Stage, x: number): void {
  const y = top + height - 7;
  const r = 3.5;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x - r, y - r);
  pen.lineTo(x + r, y + r);
  pen.moveTo(x + r, y - r);
  pen.lineTo(x - r, y + r);
  pen.stroke();
}
