// Ground, grid and axes of a chart that is saved as SVG, as uPlot draws them on its canvas.

import { fontAt, type Ink, type Plot, type Stage } from './plot.ts';

export interface Tick {
  /** Position along the axis, in the stage's pixels. */
  at: number;
  label: string;
}

/** frame draws what lies under the plot and beside it. */
export function frame(
  { ctx, px, left, top, width, height }: Stage,
  plot: Plot,
  ink: Ink,
  wide: number,
  high: number,
  xs: Tick[],
  ys: Tick[],
): void {
  ctx.fillStyle = ink.ground;
  ctx.fillRect(0, 0, wide, high);
  ctx.strokeStyle = ink.grid;
  ctx.lineWidth = px;
  ctx.beginPath();
  for (const { at } of ys) {
    ctx.moveTo(left, at);
    ctx.lineTo(left + width, at);
  }
  ctx.stroke();
  ctx.fillStyle = ink.text;
  ctx.font = fontAt(px);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const { at, label } of ys) ctx.fillText(label, left - 6 * px, at);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  const foot = top + height + 6 * px;
  for (const { at, label } of xs) ctx.fillText(label, at, foot);
  if (plot.x !== undefined) ctx.fillText(plot.x, left + width / 2, foot + 20 * px);
}
