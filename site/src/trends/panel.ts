// One chart among those of the trends: its picture, and its tooltip. Which commits all of them show, and which one is
// pointed at, they have in common.

import { type Canvas, canvasIn } from '../chart/canvas.ts';
import { placeTip } from '../chart/tip.ts';
import type { Trend } from './chart.ts';
import { type Line, nearest } from './lines.ts';
import { type Frame, type Marks, paint } from './paint.ts';
import type { Range } from './range.ts';
import { fillTip } from './tip.ts';

/** What a chart is of: lines of one machine. */
export interface Part {
  holder: HTMLElement;
  lines: Line[];
  /** What a screen reader says of it. */
  label: string;
}

/** What all charts of the page have in common. */
export interface Seen {
  range: Range;
  /** The commit that is pointed to, and the one that is pinned. */
  at: number | undefined;
  pinned: number | undefined;
  emphasised: string | undefined;
}

export interface Panel extends Canvas {
  lines: Line[];
  /** Where the plot lies, once it is drawn. */
  frame(): Frame | undefined;
  /** The commit with a point in sight that is nearest to a position. */
  snapped(x: number): number | undefined;
  /** Tells what is known of a commit; undefined takes the tooltip away. */
  tell(place: number | undefined): void;
}

/** Colours of changes, in both themes; they have a shape besides. */
const MARKS: Record<'light' | 'dark', Marks> = {
  light: { worse: '#b3261e', better: '#0b6b3a' },
  dark: { worse: '#ff9d94', better: '#6fdc9c' },
};

/** Several charts are small ones. */
const height = (several: boolean) => (width: number) =>
  several ? Math.min(250, Math.max(200, width * 0.2)) : Math.min(460, Math.max(280, width * 0.42));

/** panel fills the part's holder. */
export function panel({ holder, lines, label }: Part, trend: Trend, seen: Seen): Panel {
  let frame: Frame | undefined;
  let asked: number | undefined;
  const chart = canvasIn(holder, {
    label,
    height: height(trend.parts.length > 1),
    paint(pen, size, ink, saved) {
      const [from, to] = seen.range;
      const view = { ...size, from, to, log: trend.log, zero: trend.zero, unit: trend.unit };
      const pointed = saved ? {} : { at: seen.at, emphasised: seen.emphasised };
      const marks = MARKS[ink.theme];
      const own = paint(pen, lines, trend.axis, { ...view, ...pointed }, ink, marks, trend.better);
      if (!saved) frame = own;
    },
  });
  const { root, tip } = chart;
  root.classList.add('trend-plot');
  const write = (place: number) => {
    tip.hidden = false;
    fillTip(tip, trend, lines, place, place === seen.pinned);
    tip.classList.toggle('pinned', place === seen.pinned);
    if (frame) placeTip(tip, root, frame.x(place));
  };
  return {
    ...chart,
    lines,
    frame: () => frame,
    snapped(x) {
      if (!frame) return undefined;
      const wanted = frame.place(x);
      const [from, to] = seen.range;
      let best: number | undefined;
      for (const line of lines) {
        const place = line.x[nearest(line, wanted)];
        if (place === undefined || place < from - 0.5 || place > to + 0.5) continue;
        if (best === undefined || Math.abs(place - wanted) < Math.abs(best - wanted)) best = place;
      }
      return best;
    },
    tell(place) {
      asked = place;
      if (place === undefined) tip.hidden = true;
      else {
        write(place);
        if (!trend.commits.known(place))
          trend.commits.load(place).then(
            () => asked === place && write(place),
            () => undefined, // the values are told without the commit
          );
      }
    },
  };
}
