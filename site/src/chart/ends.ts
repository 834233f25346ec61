// Names at the lines' ends, pushed apart where they would lie on each other.

import type { Ink } from './canvas.ts';
import { textWidth } from './pen.ts';
import { FONT, type Plot, type Stage } from './plot.ts';

/** Least distance of two names in CSS pixels. */
const LABEL_GAP = 13;
/** What the plot and its axis keep of the width, in CSS pixels; whiskers beside each other need more than bare lines. */
const WHISKERS = 270;
const LINES = 240;

/** nameSpace is the room that the names take at the right, in CSS pixels; 0 where too little would be left for the lines. */
export function nameSpace(plot: Plot, width: number): number {
  if (plot.rows.length > 12) return 0;
  const widest = Math.max(0, ...plot.rows.map((row) => textWidth(row.series.label)));
  const space = Math.ceil(widest) + 16;
  return space > Math.max(width * 0.22, width - (plot.intervals ? WHISKERS : LINES)) ? 0 : space;
}

/** nameEnds writes each series' name beside its last point; at is the position of a row's nth point. */
export function nameEnds(
  stage: Stage,
  plot: Plot,
  ink: Ink,
  at: (row: number, n: number) => number,
  emphasised: string | undefined,
): void {
  const { pen } = stage;
  const ends = plot.rows.flatMap((row, r) => {
    const i = row.cells.findLastIndex((cell) => cell?.e !== undefined);
    const e = row.cells[i]?.e;
    if (!e) return [];
    const y = stage.y(e.center);
    return [{ series: row.series, x: at(r, i), y, told: y }];
  });
  ends.sort((a, b) => a.y - b.y);
  apart(ends, LABEL_GAP, stage.top, stage.top + stage.height);

  const left = stage.left + stage.width + 8;
  pen.font = FONT;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  for (const end of ends) {
    const colour = end.series.look.colour[ink.theme];
    const dim = emphasised !== undefined && emphasised !== end.series.key ? 0.25 : 1;
    pen.globalAlpha = 0.35 * dim;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(end.x + 7, end.y);
    pen.lineTo(left - 3, end.told);
    pen.stroke();
    pen.globalAlpha = dim;
    pen.fillStyle = colour;
    pen.fillText(end.series.label, left, end.told);
  }
}

/**
 * apart moves sorted labels so that neighbours are at least gap apart, and all stay within top and bottom. Those that
 * are too near spread about their middle, so that none moves far.
 */
export function apart(labels: { told: number }[], gap: number, top: number, bottom: number): void {
  // Heaps of labels that touch; start is where its first label goes to keep the heap's middle.
  const heaps: { start: number; size: number }[] = [];
  for (const { told } of labels) {
    let heap = { start: told, size: 1 };
    for (
      let above = heaps.at(-1);
      above && above.start + above.size * gap > heap.start;
      above = heaps.at(-1)
    ) {
      heaps.pop();
      const size = above.size + heap.size;
      const moved = heap.start - above.size * gap;
      heap = { start: (above.start * above.size + moved * heap.size) / size, size };
    }
    heaps.push(heap);
  }
  const places = heaps.flatMap(({ start, size }) => Array.from({ length: size }, (_, i) => start + i * gap));
  let floor = top;
  let ceiling = bottom - (labels.length - 1) * gap;
  labels.forEach((label, i) => {
    // Too many for the room overflow at the foot.
    label.told = Math.max(floor, Math.min(places[i] as number, ceiling));
    floor = label.told + gap;
    ceiling += gap;
  });
}
