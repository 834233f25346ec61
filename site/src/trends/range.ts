// Which commits the trends show: from where to where, by their places, and which is next.

import { type Axis, lowerBound } from '../data/axis.ts';
import { LEAST } from './drag.ts';
import type { Line } from './lines.ts';

/** First and last commit shown; fractions while panning. */
export type Range = [from: number, to: number];

/** extent is from the first commit that a line has to the last, with a little room. */
export function extent(lines: Line[], axis: Axis): Range {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    if (line.x.length === 0) continue;
    first = Math.min(first, line.x[0] as number);
    last = Math.max(last, line.x[line.x.length - 1] as number);
  }
  if (!(first <= last)) return [0, Math.max(1, axis.commits - 1)];
  const room = Math.max(0.5, (last - first) * 0.01);
  return [first - room, last + room];
}

/** within is the part of all that is as wide as what was asked for, or as wide as it may be. */
export function within([from, to]: Range, [first, last]: Range): Range {
  const width = Math.min(last - first, Math.max(LEAST, to - from));
  const start = Math.max(first, Math.min(from, last - width));
  return [start, start + width];
}

/** daysOf is from the first commit on that was measured so many days before the newest, or later. */
export function daysOf(axis: Axis, all: Range, days: number): Range {
  const then = (axis.date[axis.first[Math.floor(all[1])] ?? -1] ?? axis.date.at(-1) ?? 0) - days * 86400;
  const first = Math.max(0, Math.ceil(all[0]));
  for (let place = first; place <= all[1]; place++)
    if ((axis.date[axis.first[place] as number] ?? 0) >= then)
      return place === first ? all : [place - 0.5, all[1]];
  return all;
}

/** rounded is a range as an address has it. */
export function rounded([from, to]: Range): Range {
  return [Math.max(0, Math.round(from)), Math.max(1, Math.round(to))];
}

/** beside is the next place with a point of a line, or with a change point, on either side of one. */
export function beside(
  lines: Line[],
  at: number | undefined,
  direction: number,
  changesOnly: boolean,
  range: Range,
): number | undefined {
  const from = at ?? (direction > 0 ? range[0] - 1 : range[1] + 1);
  let best: number | undefined;
  const consider = (place: number | undefined) => {
    if (place === undefined || (place - from) * direction <= 0) return;
    if (best === undefined || Math.abs(place - from) < Math.abs(best - from)) best = place;
  };
  for (const line of lines) {
    if (changesOnly) for (const c of line.changes) consider(c.place);
    else if (direction > 0) consider(line.x[lowerBound(line.x, from + 1)]);
    else consider(line.x[lowerBound(line.x, from) - 1]);
  }
  return best;
}
