// A canvas that follows its holder's width, with a tooltip: what every chart of the site stands on.
//
// Charts are drawn by code of our own, the same on the screen and into an SVG file. uPlot was tried for both kinds: it
// kept axes, cursor and size of the charts of runs, of which SVG needed a second version, while what lies in the plot was
// ours; and 20 trends of 10,000 points took it 350 ms. Without it there is less code, and 23 kB less to load.

import { el } from '../ui/dom.ts';
import { type Theme, theme } from '../ui/theme.ts';
import { canvasPen, type Pen, SvgPen } from './pen.ts';

export interface Size {
  width: number;
  height: number;
}

/** The theme, and the colours that aren't a series', as CSS. */
export interface Ink {
  theme: Theme;
  text: string;
  grid: string;
  ground: string;
}

export interface Canvas {
  /** Holds the tooltip; takes the focus. */
  root: HTMLElement;
  tip: HTMLElement;
  ink: Ink;
  /** Draws in the next frame. */
  redraw(): void;
  draw(): void;
  svg(title: string): string;
  /** What the canvas shows, on the ground of its holder. */
  png(): Promise<Blob>;
  destroy(): void;
}

export interface Painting {
  /** What a screen reader says of the chart. */
  label: string;
  height(width: number): number;
  /** Draws in CSS pixels; saved is without what follows the pointer. */
  paint(pen: Pen, size: Size, ink: Ink, saved: boolean): void;
}

/** inkOf is what a chart's holder is drawn with, in the theme of the moment. */
export function inkOf(holder: HTMLElement): Ink {
  const style = getComputedStyle(holder);
  return { theme: theme(), text: style.color, grid: style.borderTopColor, ground: style.backgroundColor };
}

/** canvasIn fills holder. */
export function canvasIn(holder: HTMLElement, { label, height, paint }: Painting): Canvas {
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const tip = el('div', { class: 'tip', 'aria-live': 'polite' });
  tip.hidden = true;
  const root = el('div', { class: 'chart', tabindex: 0, role: 'group', 'aria-label': label }, canvas, tip);
  holder.replaceChildren(root);
  const ink = inkOf(holder);
  let waiting = 0;

  const size = (): Size => {
    const width = Math.max(240, holder.clientWidth);
    return { width, height: Math.round(height(width)) };
  };
  const draw = () => {
    waiting = 0;
    const { width, height } = size();
    const px = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * px) || canvas.height !== Math.round(height * px)) {
      canvas.width = Math.round(width * px);
      canvas.height = Math.round(height * px);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    ctx.setTransform(px, 0, 0, px, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.globalAlpha = 1;
    paint(canvasPen(ctx), { width, height }, ink, false);
  };

  // An observer is called once for the size that it finds.
  let drawn = holder.clientWidth;
  const observer = new ResizeObserver(() => {
    if (holder.clientWidth === drawn) return;
    drawn = holder.clientWidth;
    draw();
  });
  observer.observe(holder);

  return {
    root,
    tip,
    ink,
    draw,
    redraw() {
      if (waiting === 0) waiting = requestAnimationFrame(draw);
    },
    svg(title) {
      const pen = new SvgPen();
      const { width, height } = size();
      pen.fillStyle = ink.ground;
      pen.fillRect(0, 0, width, height);
      paint(pen, { width, height }, ink, true);
      return pen.file(width, height, title);
    },
    png: () => picture(canvas, ink.ground),
    destroy() {
      observer.disconnect();
      if (waiting !== 0) cancelAnimationFrame(waiting);
      holder.replaceChildren();
    },
  };
}

function picture(canvas: HTMLCanvasElement, ground: string): Promise<Blob> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const ctx = copy.getContext('2d');
  if (ctx) {
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, copy.width, copy.height);
    ctx.drawImage(canvas, 0, 0);
  }
  return new Promise((resolve, reject) =>
    copy.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))),
      'image/png',
    ),
  );
}
