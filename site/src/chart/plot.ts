// What a chart is asked to show, and the place it is drawn in: what chart.ts hands to those who draw.

import type { Row } from '../cards/cards.ts';
import type { Theme } from './palette.ts';
import type { Pen } from './pen.ts';

export interface Plot {
  /** What a screen reader says of the chart. */
  label: string;
  /** Name of the x parameter; undefined if there is none. */
  x: string | undefined;
  xs: string[];
  /** Evenly spaced categories instead of numbers. */
  ordinal: boolean;
  xLog: boolean;
  yLog: boolean;
  /** Both ends of the y axis, in the unit's base (sec/op: seconds). */
  yRange: [number, number];
  unit: string;
  /** Whether values have an interval and a number of samples, which the tooltip says and lines are drawn with. */
  intervals: boolean;
  /** Least distance of two markers on a line through many points, in CSS pixels. */
  markerGap: number;
  /** The series to draw, hidden ones left out. */
  rows: Row[];
}

/** A canvas or a drawing with the plot's scales. All lengths and positions are in its own pixels. */
export interface Stage {
  ctx: Pen;
  /** Pixels of the canvas in one CSS pixel. */
  px: number;
  /** Position of the nth x value. */
  x(n: number): number;
  /** Position of a value in the unit's base. */
  y(value: number): number;
  left: number;
  top: number;
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

/** The font of axes and names. uPlot reads whole pixels alone from a font. */
export const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';

/** fontAt is the font where a CSS pixel is so many. */
export function fontAt(px: number): string {
  return FONT.replace(/^[\d.]+/, (size) => String(Number(size) * px));
}
