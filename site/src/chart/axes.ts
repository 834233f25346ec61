// Axes: where values lie between two ends, which of them have a label, and how both are drawn.

import { scaleOf, tick } from '../ui/format.ts';
import { kindOf } from '../ui/unit.ts';
import type { Ink } from './canvas.ts';
import type { Pen } from './pen.ts';
import { FONT, type Plot, type Stage } from './plot.ts';
import { linear, logarithmic } from './ticks.ts';

export interface Tick {
  value: number;
  label: string;
}

/** between maps the ends of an axis to two positions. */
export function between(
  [low, high]: [number, number],
  [from, to]: [number, number],
  log: boolean,
): (value: number) => number {
  const f = log ? Math.log : (v: number) => v;
  const [start, reach] = [f(low), f(high) - f(low)];
  return (value) => from + ((f(value) - start) / reach) * (to - from);
}

/** yTicks labels round values, at most about so many; a logarithmic axis has each in the scale of its own. */
export function yTicks([low, high]: [number, number], unit: string, log: boolean, most: number): Tick[] {
  const scale = scaleOf(high, unit);
  const values = !log
    ? linear(low, high, most, scale.factor)
    : kindOf(unit) === 'bytes'
      ? doublings(low, high, most)
      : logarithmic(low, high, most);
  return values.map((value) => ({ value, label: tick(value, log ? scaleOf(value, unit) : scale) }));
}

// Round in the unit's own scales: 1 KiB and not 1,000 B.
function doublings(low: number, high: number, most: number): number[] {
  const values: number[] = [];
  const step = 2 ** Math.max(1, Math.ceil(Math.log2(high / low) / most));
  for (let v = 2 ** Math.ceil(Math.log2(low)); v <= high; v *= step) values.push(v);
  return values;
}

/** xTicks labels the x values of a plot whose x axis is so wide. */
export function xTicks(plot: Plot, xs: number[], at: (value: number) => number, width: number): Tick[] {
  const named = (value: number) => ({ value, label: plot.ordinal ? (plot.xs[value] ?? '') : String(value) });
  if (plot.ordinal) return xs.map(named);
  const [first = 0, last = 1] = [xs[0], xs[xs.length - 1]];
  if (!plot.xLog) {
    const clear = (v: number) => at(v) - at(first) >= 20;
    return [first, ...linear(first, last, width / 48).filter(clear)].map(named);
  }
  // Values that were chosen to be measured are the ticks, unless there is one at every step.
  return (xs.length > last - first ? logarithmic(first, last, width / 32) : roomy(xs, at, 26)).map(named);
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

/** drawY draws a line of the grid and a label for each tick. */
export function drawY(
  pen: Pen,
  { left, width, y }: Pick<Stage, 'left' | 'width' | 'y'>,
  ticks: Tick[],
  ink: Ink,
): void {
  pen.font = FONT;
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const { value, label } of ticks) {
    pen.fillStyle = ink.grid;
    pen.fillRect(left, Math.round(y(value)), width, 1);
    pen.fillStyle = ink.text;
    pen.fillText(label, left - 8, y(value));
  }
}

/** drawX draws the labels under the plot, and the axis's name under them. */
export function drawX(
  stage: Stage,
  ticks: Tick[],
  at: (value: number) => number,
  name: string | undefined,
  ink: Ink,
): void {
  const { pen, left, top, width, height } = stage;
  const foot = top + height + 8;
  pen.font = FONT;
  pen.fillStyle = ink.text;
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const { value, label } of ticks) pen.fillText(label, at(value), foot);
  if (name !== undefined) pen.fillText(name, left + width / 2, foot + 18);
}

/** drawPointer is the line at the point whose values the tooltip says. */
export function drawPointer(pen: Pen, x: number, top: number, height: number, ink: Ink): void {
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  pen.setLineDash([4, 3]);
  pen.beginPath();
  pen.moveTo(x, top);
  pen.lineTo(x, top + height);
  pen.stroke();
  pen.setLineDash([]);
}
