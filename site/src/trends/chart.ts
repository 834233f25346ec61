// The trends' chart as a reader handles it: pointer, keys, zoom and pan. What is drawn is paint.ts's.

import { canvasIn } from '../chart/canvas.ts';
import { placeTip } from '../chart/tip.ts';
import { type Axis, type Commits, lowerBound, type Told } from '../data/axis.ts';
import { LEAST, onPointer } from './drag.ts';
import { type Line, nearest } from './lines.ts';
import { type Frame, type Marks, paint, type View } from './paint.ts';
import { fillTip } from './tip.ts';

export interface Trend {
  lines: Line[];
  axis: Axis;
  commits: Commits;
  label: string;
  unit: string;
  better: string;
  log: boolean;
  range: [number, number] | undefined;
  at: number | undefined;
  machines: string[];
}

export interface Handled {
  /** The reader zoomed or panned; undefined is all. */
  range(range: [number, number] | undefined): void;
  /** The reader asked for a commit. */
  open(told: Told): void;
}

export interface TrendChart {
  emphasise(key: string | undefined): void;
  zoom(factor: number): void;
  pan(share: number): void;
  reset(): void;
  svg(title: string): string;
  png(): Promise<Blob>;
  range(): [number, number];
  destroy(): void;
}

/** Colours of changes, in both themes; they have a shape besides. */
const MARKS: Record<'light' | 'dark', Marks> = {
  light: { worse: '#b3261e', better: '#0b6b3a' },
  dark: { worse: '#ff9d94', better: '#6fdc9c' },
};

/** trendChart fills holder. */
export function trendChart(holder: HTMLElement, trend: Trend, handled: Handled): TrendChart {
  const { lines, axis } = trend;
  const all = extent(lines, axis);
  let range: [number, number] = trend.range ? within(trend.range, all) : all;
  let at = trend.at;
  let emphasised: string | undefined;
  let frame: Frame | undefined;

  const chart = canvasIn(holder, {
    label: trend.label,
    height: (width) => Math.min(460, Math.max(280, width * 0.42)),
    paint(pen, size, ink, saved) {
      const view: View = { ...size, from: range[0], to: range[1], log: trend.log, unit: trend.unit };
      const pointed = saved ? {} : { at, emphasised };
      const own = paint(pen, lines, axis, { ...view, ...pointed }, ink, MARKS[ink.theme], trend.better);
      if (!saved) frame = own;
    },
  });
  const { root, tip, redraw } = chart;
  root.classList.add('trend-plot');
  const show = (next: [number, number]) => {
    range = within(next, all);
    redraw();
  };
  const settle = () => handled.range(range[0] <= all[0] && range[1] >= all[1] ? undefined : rounded(range));

  const point = (place: number | undefined) => {
    at = place;
    if (place === undefined) tip.hidden = true;
    else {
      fillTip(tip, trend, place);
      tip.hidden = false;
      if (frame) placeTip(tip, root, frame.x(place));
      const asked = place;
      if (!trend.commits.known(place))
        trend.commits.load(place).then(
          () => {
            if (at === asked && !tip.hidden) {
              fillTip(tip, trend, asked);
              if (frame) placeTip(tip, root, frame.x(asked));
            }
          },
          () => undefined, // the values are told without the commit
        );
    }
    redraw();
  };
  const snapped = (x: number): number | undefined => {
    if (!frame) return undefined;
    const wanted = frame.place(x);
    let best: number | undefined;
    for (const line of lines) {
      const i = nearest(line, wanted);
      const place = line.x[i];
      if (place === undefined || place < range[0] - 0.5 || place > range[1] + 0.5) continue;
      if (best === undefined || Math.abs(place - wanted) < Math.abs(best - wanted)) best = place;
    }
    return best;
  };
  const open = async (place: number | undefined) => {
    if (place === undefined) return;
    const told = await trend.commits.load(place).catch(() => undefined);
    if (told) handled.open(told);
  };

  const reset = () => {
    show(all);
    settle();
  };
  onPointer(root, { frame: () => frame, range: () => range, snapped, point, show, settle, open, reset });
  root.addEventListener('blur', () => point(undefined));

  const zoom = (factor: number) => {
    const middle = at ?? (range[0] + range[1]) / 2;
    show([middle - (middle - range[0]) * factor, middle + (range[1] - middle) * factor]);
    settle();
  };
  const pan = (share: number) => {
    const by = (range[1] - range[0]) * share;
    show([range[0] + by, range[1] + by]);
    settle();
  };
  const step = (direction: number, changesOnly: boolean) => {
    const next = beside(lines, at, direction, changesOnly, range);
    if (next === undefined) return;
    if (next < range[0] || next > range[1]) {
      const half = (range[1] - range[0]) / 2;
      show([next - half, next + half]);
      settle();
      chart.draw();
    }
    point(next);
  };
  root.addEventListener('keydown', (event) => {
    const keys: Record<string, () => void> = {
      ArrowRight: () => (event.shiftKey ? pan(0.2) : step(1, false)),
      ArrowLeft: () => (event.shiftKey ? pan(-0.2) : step(-1, false)),
      PageDown: () => step(1, true),
      PageUp: () => step(-1, true),
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': reset,
      Enter: () => void open(at),
      Escape: () => point(undefined),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });

  chart.draw();
  if (at !== undefined) point(at);

  return {
    png: chart.png,
    emphasise(key) {
      if (key === emphasised) return;
      emphasised = key;
      redraw();
    },
    zoom,
    pan,
    reset,
    range: () => range,
    svg: chart.svg,
    destroy: chart.destroy,
  };
}

// From the first commit that a line has to the last, with a little room.
function extent(lines: Line[], axis: Axis): [number, number] {
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

function within([from, to]: [number, number], [first, last]: [number, number]): [number, number] {
  const width = Math.min(last - first, Math.max(LEAST, to - from));
  const start = Math.max(first, Math.min(from, last - width));
  return [start, start + width];
}

function rounded([from, to]: [number, number]): [number, number] {
  return [Math.max(0, Math.round(from)), Math.max(1, Math.round(to))];
}

// The next place with a point, or with a change point, on either side.
function beside(
  lines: Line[],
  at: number | undefined,
  direction: number,
  changesOnly: boolean,
  range: [number, number],
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
