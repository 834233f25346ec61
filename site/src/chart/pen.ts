// What a chart is drawn with: a canvas, or a pen that writes SVG, so that an exported chart is the one on the screen.

import { FONT } from './plot.ts';

/** The part of a canvas's context that charts are drawn with. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'stroke'
  | 'fill'
  | 'fillRect'
  | 'fillText'
  | 'setLineDash'
  | 'globalAlpha'
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
> & {
  /** What is drawn until unclip stays within. */
  clipTo(x: number, y: number, width: number, height: number): void;
  unclip(): void;
  /** fillShape and strokeShape draw a path of SVG about a point. */
  fillShape(path: string, x: number, y: number): void;
  strokeShape(path: string, x: number, y: number): void;
};

let ruler: CanvasRenderingContext2D | null | undefined;

/** textWidth is how wide a text is in the font of axes and names. */
export function textWidth(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return 0;
  ruler.font = FONT;
  return ruler.measureText(text).width;
}

/** canvasPen draws on a canvas. */
export function canvasPen(ctx: CanvasRenderingContext2D): Pen {
  const pen = ctx as CanvasRenderingContext2D & Pen;
  pen.clipTo = (x, y, width, height) => {
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, width, height);
    ctx.clip();
  };
  pen.unclip = () => ctx.restore();
  const about = (x: number, y: number, draw: () => void) => {
    ctx.save();
    ctx.translate(x, y);
    draw();
    ctx.restore();
  };
  pen.fillShape = (path, x, y) => about(x, y, () => ctx.fill(new Path2D(path)));
  pen.strokeShape = (path, x, y) => about(x, y, () => ctx.stroke(new Path2D(path)));
  return pen;
}

const ANCHOR: Record<string, string> = {
  left: 'start',
  center: 'middle',
  right: 'end',
  start: 'start',
  end: 'end',
};
const BASELINE: Record<string, string> = {
  middle: 'central',
  top: 'hanging',
  alphabetic: 'auto',
  bottom: 'auto',
};

/** SvgPen writes what is drawn as SVG. */
export class SvgPen implements Pen {
  globalAlpha = 1;
  strokeStyle: string | CanvasGradient | CanvasPattern = '#000';
  fillStyle: string | CanvasGradient | CanvasPattern = '#000';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'round';
  font = '12px sans-serif';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  #dash: number[] = [];
  #path: string[] = [];
  #parts: string[] = [];
  #clips = 0;

  beginPath(): void {
    this.#path = [];
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${n(x)},${n(y)}`);
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#path.length === 0 ? 'M' : 'L'}${n(x)},${n(y)}`);
  }
  closePath(): void {
    this.#path.push('Z');
  }
  setLineDash(dash: Iterable<number>): void {
    this.#dash = [...dash];
  }
  stroke(): void {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.map(n).join(' ')}"` : '';
    this.#parts.push(
      `<path d="${this.#path.join('')}" fill="none" stroke="${text(this.strokeStyle)}" stroke-width="${n(this.lineWidth)}" stroke-linejoin="round"${dash}${this.#alpha()}/>`,
    );
  }
  fill(): void {
    this.#parts.push(`<path d="${this.#path.join('')}" fill="${text(this.fillStyle)}"${this.#alpha()}/>`);
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#parts.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${text(this.fillStyle)}"${this.#alpha()}/>`,
    );
  }
  fillText(words: string, x: number, y: number): void {
    this.#parts.push(
      `<text x="${n(x)}" y="${n(y)}" fill="${text(this.fillStyle)}" text-anchor="${ANCHOR[this.textAlign] ?? 'start'}" dominant-baseline="${BASELINE[this.textBaseline] ?? 'auto'}" style="font:${text(this.font)}"${this.#alpha()}>${text(words)}</text>`,
    );
  }
  fillShape(path: string, x: number, y: number): void {
    this.#parts.push(
      `<path d="${text(path)}" transform="translate(${n(x)} ${n(y)})" fill="${text(this.fillStyle)}"${this.#alpha()}/>`,
    );
  }
  strokeShape(path: string, x: number, y: number): void {
    this.#parts.push(
      `<path d="${text(path)}" transform="translate(${n(x)} ${n(y)})" fill="none" stroke="${text(this.strokeStyle)}" stroke-width="${n(this.lineWidth)}"${this.#alpha()}/>`,
    );
  }
  clipTo(x: number, y: number, width: number, height: number): void {
    const id = `clip${this.#clips++}`;
    this.#parts.push(
      `<clipPath id="${id}"><rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/></clipPath><g clip-path="url(#${id})">`,
    );
  }
  unclip(): void {
    this.#parts.push('</g>');
  }

  /** file is the drawing as an SVG file. */
  file(width: number, height: number, title: string): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}"><title>${text(title)}</title>${this.#parts.join('')}</svg>\n`;
  }

  #alpha(): string {
    return this.globalAlpha < 1 ? ` opacity="${n(this.globalAlpha)}"` : '';
  }
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// Names come from data, and stay text in a file too.
function text(value: unknown): string {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
