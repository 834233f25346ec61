// The strip under the trends' charts: all commits, small, with a window over those that the charts show. Dragging moves the
// window, its ends, or makes a new one. It shows the charts' cross-hair too. Keys act on the charts themselves. It tells where
// something happened and not how much: what was measured on each machine is as high as the strip.

import { canvasIn } from '../chart/canvas.ts';
import { LEAST } from './drag.ts';
import { byMachine, type Line } from './lines.ts';
import { type Frame, frameOf, thinned, type View } from './paint.ts';

export interface Window {
  all: [number, number];
  range(): [number, number];
  at(): number | undefined;
  show(range: [number, number]): void;
  settle(): void;
  log: boolean;
}

const HEIGHT = 46;
/** How near to an end of the window a pointer takes hold of it. */
const GRIP = 7;

/** overview fills holder. */
export function overview(holder: HTMLElement, lines: Line[], target: Window) {
  const { all } = target;
  let frame: Frame | undefined;
  let steps: ReturnType<typeof thinned> | undefined;
  let thinnedTo = 0;
  const chart = canvasIn(holder, {
    label: 'All commits: drag to choose which of them the charts show',
    height: () => HEIGHT,
    paint(pen, size, ink) {
      const view = { ...size, from: all[0], to: all[1], log: target.log, zero: false, unit: 'ratio' };
      // Thinning is most of the work, and the window alone moves.
      if (!steps || thinnedTo !== size.width) steps = thinned(lines, { ...view, width: size.width / 2 });
      thinnedTo = size.width;
      const own = frameOf(view, steps);
      frame = own;
      pen.lineWidth = 1;
      pen.globalAlpha = 0.8;
      for (const { line, steps: parts, y } of scaled(steps, view)) {
        pen.strokeStyle = line.look.colour[ink.theme];
        pen.beginPath();
        for (const part of parts)
          for (const [i, s] of part.entries())
            if (i === 0) pen.moveTo(own.x(s.x), y(s.y));
            else pen.lineTo(own.x(s.x), y(s.y));
        pen.stroke();
      }
      const [from, to] = target.range().map(own.x) as [number, number];
      pen.fillStyle = ink.ground;
      pen.globalAlpha = 0.72;
      pen.fillRect(own.left - 1, 0, Math.max(0, from - own.left), HEIGHT);
      pen.fillRect(to, 0, Math.max(0, own.left + own.width - to + 1), HEIGHT);
      pen.globalAlpha = 1;
      pen.fillStyle = ink.text;
      pen.fillRect(from, 2, 1.5, HEIGHT - 4);
      pen.fillRect(to - 1.5, 2, 1.5, HEIGHT - 4);
      pen.fillRect(from, HEIGHT - 2, Math.max(0, to - from), 1);
      const at = target.at();
      if (at !== undefined) pen.fillRect(own.x(at), 0, 1, HEIGHT);
    },
  });
  const { root } = chart;
  root.removeAttribute('tabindex');
  let drag: { x: number; range: [number, number]; part: 'from' | 'to' | 'both' | 'new' } | undefined;
  const inside = (event: PointerEvent) => event.clientX - root.getBoundingClientRect().left;
  root.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !frame) return;
    const x = inside(event);
    const range = target.range();
    const [from, to] = range.map(frame.x) as [number, number];
    const whole = range[0] <= all[0] && range[1] >= all[1];
    const part =
      whole && Math.min(x - from, to - x) > GRIP
        ? 'new'
        : Math.abs(x - from) <= GRIP
          ? 'from'
          : Math.abs(x - to) <= GRIP
            ? 'to'
            : x > from && x < to
              ? 'both'
              : 'new';
    drag = { x, range, part };
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener('pointermove', (event) => {
    if (!drag || !frame) return;
    const x = inside(event);
    const place = Math.max(all[0], Math.min(all[1], frame.place(x)));
    const [from, to] = drag.range;
    const begun = frame.place(drag.x);
    if (drag.part === 'both') target.show([from + place - begun, to + place - begun]);
    else if (drag.part === 'from') target.show([Math.min(place, to - LEAST), to]);
    else if (drag.part === 'to') target.show([from, Math.max(place, from + LEAST)]);
    else if (Math.abs(x - drag.x) > 3)
      target.show([Math.min(place, begun), Math.max(place, begun + LEAST, Math.min(place, begun) + LEAST)]);
  });
  const end = () => {
    if (drag) target.settle();
    drag = undefined;
  };
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', end);
  return chart;
}

// The lines of each machine with where their values lie in the strip.
function scaled(steps: ReturnType<typeof thinned>, view: View) {
  return byMachine(steps.map((s) => s.line)).flatMap((lines) => {
    const own = steps.filter((s) => lines.includes(s.line));
    const frame = frameOf(view, own);
    const y = (value: number) => 4 + (frame.y(value) - frame.top) * ((HEIGHT - 8) / frame.height);
    return own.map((s) => ({ ...s, y }));
  });
}
