// The trends' chart as a reader handles it: pointer, keys, zoom and pan. What is drawn is paint.ts's.

import { canvasIn } from '../chart/canvas.ts';
import { placeTip } from '../chart/tip.ts';
import { type Axis, type Commits, lowerBound, type Told } from '../data/axis.ts';
import { el } from '../ui/dom.ts';
import { LEAST, onPointer } from './drag.ts';
import { type Line, nearest } from './lines.ts';
import { type Frame, type Marks, paint, type View } from './paint.ts';
import { overview } from './strip.ts';
import { fillTip } from './tip.ts';

export interface Trend {
  lines: Line[];
  axis: Axis;
  commits: Commits;
  label: string;
  unit: string;
  better: string;
  log: boolean;
  zero: boolean;
  range: [number, number] | undefined;
  days: number | undefined;
  at: number | undefined;
  machines: string[];
  /** What a pinned tip leads to. */
  links(place: number, told: Told | undefined): HTMLElement[];
}

export interface Handled {
  /** The reader zoomed or panned; undefined is all. */
  range(range: [number, number] | undefined): void;
  /** The reader pinned a commit; undefined takes it off. */
  pin(place: number | undefined): void;
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
  const strip = el('div', { class: 'strip' });
  const plot = el('div', { class: 'plot-main' });
  holder.replaceChildren(plot, strip);
  const all = extent(lines, axis);
  const opening = trend.range ?? (trend.days === undefined ? undefined : daysOf(axis, all, trend.days));
  let range: [number, number] = opening ? within(opening, all) : all;
  let at = trend.at;
  let pinned = trend.at;
  let emphasised: string | undefined;
  let frame: Frame | undefined;

  const chart = canvasIn(plot, {
    label: trend.label,
    height: (width) => Math.min(460, Math.max(280, width * 0.42)),
    paint(pen, size, ink, saved) {
      const view: View = {
        ...size,
        from: range[0],
        to: range[1],
        log: trend.log,
        zero: trend.zero,
        unit: trend.unit,
      };
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
    below.redraw();
  };
  const settle = () => handled.range(range[0] <= all[0] && range[1] >= all[1] ? undefined : rounded(range));

  const point = (place: number | undefined) => {
    at = place;
    if (place === undefined) tip.hidden = true;
    else {
      fillTip(tip, trend, place, place === pinned);
      tip.hidden = false;
      tip.classList.toggle('pinned', place === pinned);
      if (frame) placeTip(tip, root, frame.x(place));
      const asked = place;
      if (!trend.commits.known(place))
        trend.commits.load(place).then(
          () => {
            if (at === asked && !tip.hidden) {
              fillTip(tip, trend, asked, asked === pinned);
              if (frame) placeTip(tip, root, frame.x(asked));
            }
          },
          () => undefined, // the values are told without the commit
        );
    }
    redraw();
    below.redraw();
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
  const pin = (place: number | undefined) => {
    if (place === pinned) return;
    pinned = place;
    handled.pin(place);
    point(place);
  };
  // What is pinned stays while the pointer moves on.
  const hover = (place: number | undefined) => {
    if (pinned === undefined) point(place);
  };

  const reset = () => {
    show(all);
    settle();
  };
  onPointer(root, {
    frame: () => frame,
    range: () => range,
    pinned: () => pinned,
    snapped,
    point: hover,
    show,
    settle,
    pin,
    reset,
  });
  root.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget))) hover(undefined);
  });

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
    if (pinned === undefined) point(next);
    else pin(next);
  };
  root.addEventListener('keydown', (event) => {
    // Links of a pinned tip have keys of their own.
    if (event.target !== root && event.key !== 'Escape') return;
    const keys: Record<string, () => void> = {
      ArrowRight: () => (event.shiftKey ? pan(0.2) : step(1, false)),
      ArrowLeft: () => (event.shiftKey ? pan(-0.2) : step(-1, false)),
      PageDown: () => step(1, true),
      PageUp: () => step(-1, true),
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': reset,
      Enter: () => pin(at),
      Escape: () => (pinned === undefined ? point(undefined) : pin(undefined)),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });

  const below = overview(strip, lines, {
    all,
    range: () => range,
    at: () => at,
    show,
    settle,
    log: trend.log,
  });
  chart.draw();
  below.draw();
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
    destroy() {
      below.destroy();
      chart.destroy();
    },
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

// From the first commit that was measured so many days before the newest, or later.
function daysOf(axis: Axis, all: [number, number], days: number): [number, number] {
  const then = (axis.date[axis.first[Math.floor(all[1])] ?? -1] ?? axis.date.at(-1) ?? 0) - days * 86400;
  const first = Math.max(0, Math.ceil(all[0]));
  for (let place = first; place <= all[1]; place++)
    if ((axis.date[axis.first[place] as number] ?? 0) >= then)
      return place === first ? all : [place - 0.5, all[1]];
  return all;
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
