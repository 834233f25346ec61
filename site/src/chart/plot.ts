// What a chart is asked to show, and the place it is drawn in.

import type { Estimate } from '../data/run.ts';
import type { Look } from './palette.ts';
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

/** A line of a plot: one point, or none, for each x. */
export interface Row {
  series: { key: string; label: string; look: Look };
  cells: (Point | undefined)[];
}

/** What a chart shows of a benchmark; one without a value failed. */
export interface Point {
  e: Estimate | undefined;
  /** How many samples failed, and how many had not settled. */
  failed: number;
  unsteady: number;
}

/** The plot's area and scales, in CSS pixels. */
export interface Stage {
  pen: Pen;
  /** Position of the nth x value. */
  x(n: number): number;
  /** Position of a value in the unit's base. */
  y(value: number): number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The font of axes and names. */
export const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
