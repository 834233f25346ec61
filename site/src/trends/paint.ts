// The picture of the trends: bands, lines, change points, updates of the environment, axes.
//
// Lines are thinned out to the plot's pixels first, so that thousands of points are painted in time.

import { between, drawPointer, drawY, yTicks } from '../chart/axes.ts';
import type { Ink } from '../chart/canvas.ts';
import type { Pen } from '../chart/pen.ts';
import { FONT } from '../chart/plot.ts';
import { type Axis, lowerBound } from '../data/axis.ts';
import type { Line } from './lines.ts';
import { type Step, thin } from './thin.ts';

export interface View {
  width: number;
  height: number;
  /** First and last commit shown, by their places; fractions while panning. */
  from: number;
  to: number;
  log: boolean;
  /** Whether a linear y axis begins at 0. */
  zero: boolean;
  /** The unit that values are told in: the measured one, or ratio. */
  unit: string;
  /** The commit that is pointed to. */
  at?: number | undefined;
  emphasised?: string | undefined;
}

/** Where the plot lies within the picture. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  low: number;
  high: number;
  x(place: number): number;
  y(value: number): number;
  place(x: number): number;
}

/** Colours of a change for the worse, for the better, and one that has no direction. */
export interface Marks {
  worse: string;
  better: string;
}

const TOP = 22;
const FOOT = 44;

/** frameOf lays the picture out; the y axis fits what is shown. */
export function frameOf(view: View, lines: { steps: Step[][] }[]): Frame {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const line of lines)
    for (const part of line.steps)
      for (const s of part) {
        if (s.x < view.from || s.x > view.to) continue;
        const least = Math.min(s.least, s.low >= 0 ? s.low : s.least);
        if (!view.log || least > 0) low = Math.min(low, least);
        high = Math.max(high, s.most, s.high >= 0 ? s.high : s.most);
      }
  if (!(low <= high)) [low, high] = [1, 2];
  if (view.log) {
    const margin = Math.max(1.02, (high / low) ** 0.06);
    [low, high] = [low / margin, high * margin];
  } else {
    const margin = high > low ? (high - low) * 0.07 : Math.abs(high) * 0.05 || 1;
    [low, high] = [
      view.zero ? Math.min(0, low) : low >= 0 ? Math.max(0, low - margin) : low - margin,
      high + margin,
    ];
  }
  const left = view.width < 480 ? 58 : 70;
  const width = Math.max(40, view.width - left - 12);
  const height = Math.max(60, view.height - TOP - FOOT);
  const span = Math.max(1e-9, view.to - view.from);
  return {
    left,
    top: TOP,
    width,
    height,
    low,
    high,
    x: (place) => left + ((place - view.from) / span) * width,
    y: between([low, high], [TOP + height, TOP], view.log),
    place: (x) => view.from + ((x - left) / width) * span,
  };
}

/** More lines than these overlay each other so much that only their course is told. */
const MANY = 8;

/** thinned sums the lines up to the view's pixels, many lines more coarsely than few. */
export function thinned(lines: Line[], view: View): { line: Line; steps: Step[][] }[] {
  const share = lines.length > MANY ? 0.35 : 0.75;
  const steps = Math.max(50, Math.round((view.width - 80) * share));
  return lines.map((line) => ({ line, steps: thin(line, view.from, view.to, steps, line.breaks) }));
}

/** paint draws the picture and says where things lie in it. */
export function paint(
  pen: Pen,
  lines: Line[],
  axis: Axis,
  view: View,
  ink: Ink,
  marks: Marks,
  better: string,
): Frame {
  const drawn = thinned(lines, view);
  const frame = frameOf(view, drawn);
  pen.globalAlpha = 1;
  pen.setLineDash([]);
  pen.font = FONT;
  yAxis(pen, frame, view, ink);
  xAxis(pen, frame, axis, view, ink);
  machines(pen, frame, axis, ink);
  pen.clipTo(frame.left, 0, frame.width, view.height);
  if (view.at !== undefined) drawPointer(pen, frame.x(view.at), frame.top, frame.height, ink);
  const few = drawn.length <= MANY;
  const many = few ? 1 : 0.6;
  for (const { line, steps } of drawn) {
    const dim = view.emphasised !== undefined && view.emphasised !== line.key ? 0.15 : 1;
    const colour = line.look.colour[ink.theme];
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    for (const part of steps) {
      if (few && part.some((s) => s.count > 1))
        area(
          pen,
          frame,
          part,
          (s) => s.least,
          (s) => s.most,
          0.13 * dim * many,
        );
      area(
        pen,
        frame,
        part,
        (s) => s.low,
        (s) => s.high,
        0.2 * dim * many,
      );
    }
  }
  for (const { line, steps } of drawn) {
    const dim = view.emphasised !== undefined && view.emphasised !== line.key ? 0.2 : 1;
    stroke(pen, frame, line, steps, ink, dim);
    rings(pen, frame, line, view, ink, dim);
  }
  lanes(
    pen,
    frame,
    drawn.map((d) => d.line),
    view,
    ink,
    marks,
    better,
  );
  pen.unclip();
  return frame;
}

function area(
  pen: Pen,
  frame: Frame,
  steps: Step[],
  low: (s: Step) => number,
  high: (s: Step) => number,
  alpha: number,
): void {
  pen.globalAlpha = alpha;
  let run: Step[] = [];
  const flush = () => {
    if (run.length === 1) {
      const [s] = run as [Step];
      pen.fillRect(frame.x(s.x) - 1.5, frame.y(high(s)), 3, Math.max(1, frame.y(low(s)) - frame.y(high(s))));
    } else if (run.length > 1) {
      pen.beginPath();
      for (const s of run) pen.lineTo(frame.x(s.x), frame.y(high(s)));
      for (let i = run.length - 1; i >= 0; i--) {
        const s = run[i] as Step;
        pen.lineTo(frame.x(s.x), frame.y(low(s)));
      }
      pen.closePath();
      pen.fill();
    }
    run = [];
  };
  for (const s of steps) {
    if (Number.isFinite(low(s)) && Number.isFinite(high(s))) run.push(s);
    else flush();
  }
  flush();
}

function stroke(pen: Pen, frame: Frame, line: Line, parts: Step[][], ink: Ink, dim: number): void {
  const colour = line.look.colour[ink.theme];
  pen.globalAlpha = dim;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineWidth = 1.7;
  pen.lineJoin = 'round';
  // Dashes tell lines apart where they are long; a noisy one would only get holes.
  pen.setLineDash(line.look.hollow ? [5, 2] : []);
  pen.beginPath();
  for (const steps of parts)
    for (const [i, s] of steps.entries()) {
      if (i === 0) pen.moveTo(frame.x(s.x), frame.y(s.y));
      else pen.lineTo(frame.x(s.x), frame.y(s.y));
    }
  pen.stroke();
  pen.setLineDash([]);
  const count = parts.reduce((sum, steps) => sum + steps.length, 0);
  if (count > frame.width / 9) return;
  for (const steps of parts)
    for (const s of steps) {
      const [x, y] = [frame.x(s.x), frame.y(s.y)];
      if (line.look.hollow) {
        pen.fillStyle = ink.ground;
        pen.fillRect(x - 2.5, y - 2.5, 5, 5);
        pen.fillStyle = colour;
      }
      pen.fillRect(x - 1.8, y - 1.8, 3.6, 3.6);
    }
}

/** More rings than these in the picture are a band that says nothing. */
const RINGS = 400;
const RING = 'M4.5,0A4.5,4.5 0 1 1 -4.5,0A4.5,4.5 0 1 1 4.5,0Z';

// A ring around each point whose samples did not come to rest.
function rings(pen: Pen, frame: Frame, line: Line, view: View, ink: Ink, dim: number): void {
  const first = lowerBound(line.unsettled, lowerBound(line.x, view.from));
  const last = lowerBound(line.unsettled, lowerBound(line.x, view.to + 1));
  if (last - first > RINGS) return;
  pen.globalAlpha = dim;
  pen.strokeStyle = line.look.colour[ink.theme];
  pen.lineWidth = 1.3;
  for (const i of line.unsettled.slice(first, last)) {
    const y = frame.y(line.y[i] as number);
    if (y < frame.top || y > frame.top + frame.height) continue;
    pen.strokeShape(RING, frame.x(line.x[i] as number), y);
  }
}

/** worse tells whether a change is for the worse, where the unit has a direction. */
export function worse(ratio: number, better: string): boolean | undefined {
  if (better === '') return undefined;
  return better === 'lower' ? ratio > 1 : ratio < 1;
}

// Change points stand above the plot with a line down to where they are, updates of the environment below it.
function lanes(
  pen: Pen,
  frame: Frame,
  lines: Line[],
  view: View,
  ink: Ink,
  marks: Marks,
  better: string,
): void {
  const seen = new Set<string>();
  for (const line of lines)
    for (const c of line.changes) {
      if (c.place < view.from || c.place > view.to) continue;
      const bad = worse(c.ratio, better);
      const x = frame.x(c.place);
      const spot = `${Math.round(x)} ${bad}`;
      pen.strokeStyle = bad === undefined ? ink.text : bad ? marks.worse : marks.better;
      pen.fillStyle = pen.strokeStyle;
      pen.globalAlpha = 0.8;
      pen.lineWidth = 1.2;
      pen.setLineDash([3, 3]);
      const y = frame.y(line.y[c.index] as number);
      pen.beginPath();
      pen.moveTo(x, frame.top - 4);
      pen.lineTo(x, Math.max(frame.top, Math.min(frame.top + frame.height, y)));
      pen.stroke();
      pen.setLineDash([]);
      if (seen.has(spot)) continue;
      seen.add(spot);
      pen.globalAlpha = 1;
      const up = c.ratio > 1 ? 1 : -1;
      pen.beginPath();
      pen.moveTo(x, frame.top - 11 - 5.5 * up);
      pen.lineTo(x + 5.5, frame.top - 11 + 4.5 * up);
      pen.lineTo(x - 5.5, frame.top - 11 + 4.5 * up);
      pen.closePath();
      if (c.provisional) pen.stroke();
      else pen.fill();
    }
  const y = frame.top + frame.height + 12;
  const marked = new Set<number>();
  pen.fillStyle = ink.text;
  pen.globalAlpha = 0.9;
  for (const line of lines)
    for (const i of line.updates) {
      const place = line.x[i] as number;
      const x = frame.x(place);
      if (place < view.from || place > view.to || marked.has(Math.round(x / 4))) continue;
      marked.add(Math.round(x / 4));
      pen.beginPath();
      pen.moveTo(x, y - 4.5);
      pen.lineTo(x + 4, y);
      pen.lineTo(x, y + 4.5);
      pen.lineTo(x - 4, y);
      pen.closePath();
      pen.fill();
    }
  pen.globalAlpha = 1;
}

function yAxis(pen: Pen, frame: Frame, view: View, ink: Ink): void {
  const { low, high, height } = frame;
  // Within less than a factor of four, multiples are rounder than powers.
  const log = view.log && high / low >= 4;
  drawY(pen, frame, yTicks([low, high], view.unit, log, Math.max(3, Math.floor(height / 46))), ink);
}

// A strip under the plot: which machine each commit met, where there are several; another machine is another shade.
function machines(pen: Pen, frame: Frame, axis: Axis, ink: Ink): void {
  if (axis.onMachine.length < 2) return;
  const y = frame.top + frame.height + 2;
  pen.fillStyle = ink.text;
  let begun = frame.left;
  let machine = -1;
  const flush = (end: number) => {
    if (machine < 0 || end <= begun) return;
    pen.globalAlpha = 0.12 + (0.75 * machine) / Math.max(1, axis.onMachine.length - 1);
    pen.fillRect(begun, y, end - begun, 3);
  };
  for (let x = frame.left; x < frame.left + frame.width; x++) {
    const place = Math.round(frame.place(x));
    const run = axis.first[place];
    const own = run === undefined || run < 0 ? -1 : (axis.machine[run] as number);
    if (own === machine) continue;
    flush(x);
    begun = x;
    machine = own;
  }
  flush(frame.left + frame.width);
  pen.globalAlpha = 1;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** dateTicks names commits by their dates, at most so many, each word once. */
export function dateTicks(
  axis: Axis,
  from: number,
  to: number,
  most: number,
): { place: number; label: string }[] {
  const first = Math.max(0, Math.ceil(from));
  const last = Math.min(axis.commits - 1, Math.floor(to));
  if (last < first) return [];
  const at = (place: number) => new Date((axis.date[axis.first[place] as number] as number) * 1000);
  const days = (at(last).getTime() - at(first).getTime()) / 864e5;
  const word = (d: Date) => {
    const day = `${d.getUTCDate()} ${MONTHS[d.getUTCMonth()]}`;
    if (days > 60) return `${MONTHS[d.getUTCMonth()]} ${d.getUTCFullYear()}`;
    if (days > 3) return day;
    return `${day}, ${String(d.getUTCHours()).padStart(2, '0')}:${String(d.getUTCMinutes()).padStart(2, '0')}`;
  };
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, most)));
  const ticks: { place: number; label: string }[] = [];
  for (let place = first; place <= last; place += step) {
    const label = word(at(place));
    if (label !== ticks.at(-1)?.label) ticks.push({ place, label });
  }
  return ticks;
}

function xAxis(pen: Pen, frame: Frame, axis: Axis, view: View, ink: Ink): void {
  const y = frame.top + frame.height;
  pen.fillStyle = ink.grid;
  pen.fillRect(frame.left, y, frame.width, 1);
  pen.fillStyle = ink.text;
  pen.textBaseline = 'middle';
  for (const { place, label } of dateTicks(axis, view.from, view.to, frame.width / 96)) {
    const x = frame.x(place);
    pen.textAlign = x - frame.left < 30 ? 'left' : x > frame.left + frame.width - 34 ? 'right' : 'center';
    pen.fillText(label, x, y + 30);
  }
}
