// The trends' charts as a reader handles them: pointer, keys, zoom and pan. There is one for each machine, and what is done
// to one is done to all. What is drawn is paint.ts's.

import { type Axis, type Commits, lowerBound, type Told } from '../data/axis.ts';
import { onPointer } from './drag.ts';
import { type Panel, type Part, panel, type Seen } from './panel.ts';
import { beside, daysOf, extent, type Range, rounded, within } from './range.ts';
import { overview } from './strip.ts';

export interface Trend {
  /** What the charts are of, and where the strip under them goes. */
  parts: Part[];
  strip: HTMLElement;
  axis: Axis;
  commits: Commits;
  unit: string;
  better: string;
  log: boolean;
  zero: boolean;
  range: Range | undefined;
  days: number | undefined;
  at: number | undefined;
  machines: string[];
  /** What a pinned tip leads to, for a run at a place of the axis. */
  links(run: number, told: Told | undefined): HTMLElement[];
}

export interface Handled {
  /** The reader zoomed or panned; undefined is all. */
  range(range: Range | undefined): void;
  /** The reader pinned a commit; undefined takes it off. */
  pin(place: number | undefined): void;
}

export interface TrendChart {
  emphasise(key: string | undefined): void;
  zoom(factor: number): void;
  pan(share: number): void;
  /** The charts, in the order of the parts, to be saved. */
  panels: Pick<Panel, 'svg' | 'png'>[];
  range(): Range;
  destroy(): void;
}

/** trendChart fills the holders of all parts, and the strip's. */
export function trendChart(trend: Trend, handled: Handled): TrendChart {
  const { axis } = trend;
  const lines = trend.parts.flatMap((p) => p.lines);
  const all = extent(lines, axis);
  const opening = trend.range ?? (trend.days === undefined ? undefined : daysOf(axis, all, trend.days));
  const seen: Seen = {
    range: opening ? within(opening, all) : all,
    at: trend.at,
    pinned: trend.at,
    emphasised: undefined,
  };
  const panels = trend.parts.map((part) => panel(part, trend, seen));
  const redraw = () => {
    for (const p of [...panels, below]) p.redraw();
  };
  const moves = {
    show(next: Range) {
      seen.range = within(next, all);
      redraw();
    },
    settle() {
      const [from, to] = seen.range;
      handled.range(from <= all[0] && to >= all[1] ? undefined : rounded(seen.range));
    },
    reset() {
      moves.show(all);
      moves.settle();
    },
    zoom(factor: number) {
      const [from, to] = seen.range;
      const middle = seen.at ?? (from + to) / 2;
      moves.show([middle - (middle - from) * factor, middle + (to - middle) * factor]);
      moves.settle();
    },
    pan(share: number) {
      const [from, to] = seen.range;
      const by = (to - from) * share;
      moves.show([from + by, to + by]);
      moves.settle();
    },
  };
  const below = overview(trend.strip, lines, {
    all,
    range: () => seen.range,
    at: () => seen.at,
    show: moves.show,
    settle: moves.settle,
    log: trend.log,
  });
  // The cross-hair is in all charts, the tooltip in the one that is read.
  const point = (place: number | undefined, on: Panel) => {
    seen.at = place;
    for (const p of panels) p.tell(p === on ? place : undefined);
    redraw();
  };
  const pin = (place: number | undefined, on: Panel) => {
    if (place === seen.pinned) return;
    seen.pinned = place;
    handled.pin(place);
    point(place, on);
  };
  for (const p of panels) {
    // What is pinned stays while the pointer moves on.
    const hover = (place: number | undefined) => {
      if (seen.pinned === undefined) point(place, p);
    };
    const own = {
      point: hover,
      pin: (place: number | undefined) => pin(place, p),
      pinned: () => seen.pinned,
    };
    onPointer(p.root, { ...moves, ...own, frame: p.frame, range: () => seen.range, snapped: p.snapped });
    p.root.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && p.root.contains(event.relatedTarget))) hover(undefined);
    });
    onKeys(p, seen, { ...moves, ...own, read: (place) => point(place, p) });
  }

  for (const p of [...panels, below]) p.draw();
  const { at } = seen;
  const reads = panels.find((p) => p.lines.some((l) => l.x[lowerBound(l.x, at ?? 0)] === at)) ?? panels[0];
  if (at !== undefined && reads) point(at, reads);

  return {
    panels,
    emphasise(key) {
      if (key === seen.emphasised) return;
      seen.emphasised = key;
      for (const p of panels) p.redraw();
    },
    zoom: moves.zoom,
    pan: moves.pan,
    range: () => seen.range,
    destroy() {
      for (const p of [...panels, below]) p.destroy();
    },
  };
}

/** What keys do. */
interface Acts {
  show(range: Range): void;
  settle(): void;
  reset(): void;
  zoom(factor: number): void;
  pan(share: number): void;
  pin(place: number | undefined): void;
  read(place: number | undefined): void;
}

function onKeys(p: Panel, seen: Seen, acts: Acts): void {
  const { pan, zoom, pin, read } = acts;
  const step = (direction: number, changesOnly: boolean) => {
    const { range, at } = seen;
    const next = beside(p.lines, at, direction, changesOnly, range);
    if (next === undefined) return;
    if (next < range[0] || next > range[1]) {
      const half = (range[1] - range[0]) / 2;
      acts.show([next - half, next + half]);
      acts.settle();
      p.draw();
    }
    if (seen.pinned === undefined) read(next);
    else pin(next);
  };
  p.root.addEventListener('keydown', (event) => {
    // Links of a pinned tip have keys of their own.
    if (event.target !== p.root && event.key !== 'Escape') return;
    const keys: Record<string, () => void> = {
      ArrowRight: () => (event.shiftKey ? pan(0.2) : step(1, false)),
      ArrowLeft: () => (event.shiftKey ? pan(-0.2) : step(-1, false)),
      PageDown: () => step(1, true),
      PageUp: () => step(-1, true),
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
      '0': acts.reset,
      Enter: () => pin(seen.at),
      Escape: () => (seen.pinned === undefined ? read(undefined) : pin(undefined)),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}
