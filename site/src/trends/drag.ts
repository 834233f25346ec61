// The pointer on the trends' chart: it reads values, a click pins what it reads, a drag zooms or pans.

import { el } from '../ui/dom.ts';
import type { Frame } from './paint.ts';

/** Fewest commits that zooming leaves. */
export const LEAST = 4;

/** What the pointer acts on. */
export interface Target {
  frame(): Frame | undefined;
  range(): [number, number];
  /** The place of the commit with a point that is nearest to a position. */
  snapped(x: number): number | undefined;
  /** Reads the values of a commit; undefined reads none. */
  point(place: number | undefined): void;
  show(range: [number, number]): void;
  /** The reader has come to a range. */
  settle(): void;
  pinned(): number | undefined;
  pin(place: number | undefined): void;
  reset(): void;
}

/** onPointer listens on the chart's root. */
export function onPointer(root: HTMLElement, target: Target): void {
  const { point, snapped, show } = target;
  const brush = el('div', { class: 'brush' });
  brush.hidden = true;
  root.append(brush);
  let drag: { x: number; range: [number, number]; pans: boolean; moved: boolean } | undefined;
  const inTip = (event: Event) => event.target instanceof Element && event.target.closest('.tip') !== null;
  const inside = (event: PointerEvent) => event.clientX - root.getBoundingClientRect().left;

  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || inTip(event)) return;
    const pans = event.shiftKey || event.pointerType === 'touch';
    drag = { x: inside(event), range: target.range(), pans, moved: false };
  });
  root.addEventListener('pointermove', (event) => {
    const x = inside(event);
    const frame = target.frame();
    if (!drag || !frame) {
      if (!inTip(event)) point(snapped(x));
      return;
    }
    if (Math.abs(x - drag.x) > 4 && !drag.moved) {
      drag.moved = true;
      root.setPointerCapture(event.pointerId);
      point(undefined);
    }
    if (!drag.moved) return;
    if (drag.pans) {
      const by = ((drag.x - x) / frame.width) * (drag.range[1] - drag.range[0]);
      show([drag.range[0] + by, drag.range[1] + by]);
    } else cover(brush, frame, drag.x, x);
  });
  root.addEventListener('pointerup', (event) => {
    const ended = drag;
    const frame = target.frame();
    drag = undefined;
    brush.hidden = true;
    if (!ended || !frame) return;
    const x = inside(event);
    if (!ended.moved) {
      const place = snapped(x);
      target.pin(place === target.pinned() ? undefined : place);
      return;
    }
    if (!ended.pans) {
      const [a, b] = [frame.place(Math.min(x, ended.x)), frame.place(Math.max(x, ended.x))];
      show([a, Math.max(b, a + LEAST)]);
    }
    target.settle();
  });
  root.addEventListener('pointercancel', () => {
    drag = undefined;
    brush.hidden = true;
  });
  root.addEventListener('pointerleave', () => {
    if (!drag) point(undefined);
  });
  root.addEventListener('dblclick', (event) => {
    if (inTip(event)) return;
    target.pin(undefined);
    target.reset();
  });
}

function cover(brush: HTMLElement, { left, top, width, height }: Frame, from: number, to: number): void {
  const [a, b] = [Math.max(left, Math.min(from, to)), Math.min(left + width, Math.max(from, to))];
  brush.hidden = false;
  brush.style.left = `${a}px`;
  brush.style.width = `${Math.max(0, b - a)}px`;
  brush.style.top = `${top}px`;
  brush.style.height = `${height}px`;
}
