// Thinning: a line through thousands of points as one step for each pixel or so, before anything is drawn.
//
// Where a step holds several points it keeps their mean, the mean of their intervals' ends, and how far the points
// themselves reach, so that no outlier vanishes.

import { lowerBound } from '../data/axis.ts';

/** A line in the chart: points by commit, with what is drawn of each. */
export interface Points {
  /** Places of commits, growing; two points may share one. */
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  /** Ends of the interval; NaN for none. */
  low: ArrayLike<number>;
  high: ArrayLike<number>;
}

export interface Step {
  x: number;
  y: number;
  low: number;
  high: number;
  /** The least and the greatest of its points. */
  least: number;
  most: number;
  count: number;
}

/** Up to so many points a step, each is a step of its own. */
const SPARSE = 1.5;

/**
 * thin sums up the points whose x lies in [from, to], with one neighbour on each side so that lines reach the edge, in
 * at most about so many steps. breaks are indices of points that begin a line of their own: no step holds points of
 * both sides.
 */
export function thin(
  points: Points,
  from: number,
  to: number,
  steps: number,
  breaks: number[] = [],
): Step[][] {
  const first = Math.max(0, lowerBound(points.x, from) - 1);
  const last = Math.min(points.x.length, lowerBound(points.x, to + 1e-9) + 1);
  const lines: Step[][] = [];
  let line: Step[] = [];
  const every = last - first <= steps * SPARSE ? 0 : (to - from) / steps;
  let next = breaks.findIndex((b) => b > first);
  let cell = Number.NaN;
  let sum: Sum | undefined;
  const flush = () => {
    if (sum) line.push(sum.step());
    sum = undefined;
  };
  for (let i = first; i < last; i++) {
    if (next >= 0 && i >= (breaks[next] as number)) {
      flush();
      if (line.length > 0) lines.push(line);
      line = [];
      while (next >= 0 && next < breaks.length && i >= (breaks[next] as number)) next++;
      if (next >= breaks.length) next = -1;
    }
    const x = points.x[i] as number;
    const own = every === 0 ? i : Math.floor((x - from) / every);
    if (own !== cell) flush();
    cell = own;
    sum ??= new Sum();
    sum.add(x, points.y[i] as number, points.low[i] as number, points.high[i] as number);
  }
  flush();
  if (line.length > 0) lines.push(line);
  return lines;
}

class Sum {
  #n = 0;
  #x = 0;
  #y = 0;
  #bounded = 0;
  #low = 0;
  #high = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  add(x: number, y: number, low: number, high: number): void {
    this.#n++;
    this.#x += x;
    this.#y += y;
    if (y < this.#least) this.#least = y;
    if (y > this.#most) this.#most = y;
    if (low <= high) {
      this.#bounded++;
      this.#low += low;
      this.#high += high;
    }
  }

  step(): Step {
    const n = this.#n;
    const b = this.#bounded;
    return {
      x: this.#x / n,
      y: this.#y / n,
      low: b === 0 ? Number.NaN : this.#low / b,
      high: b === 0 ? Number.NaN : this.#high / b,
      least: this.#least,
      most: this.#most,
      count: n,
    };
  }
}
