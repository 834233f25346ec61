// Two medians side by side. This is no verdict: it says how far apart two runtimes are on one machine in one run,
// and says nothing where benchstat, asked about the same samples, would write ~.

import type { Estimate } from '../data/run.ts';
import { ALPHA, decides, mannWhitney } from './mannwhitney.ts';

export interface Difference {
  /** Ratio of the medians, other over reference; undefined if the reference is not above zero. */
  ratio: number | undefined;
  /** The Mann-Whitney test's; undefined where single samples are not kept. */
  p: number | undefined;
  /**
   * apart: the samples differ, p ≤ 0.05. same: no clear difference. unknown: there are no samples, or too few to
   * show any.
   */
  clarity: 'apart' | 'same' | 'unknown';
}

/**
 * ends are those of a ratio's interval: from low over high to high over low. That is wider than a 95 % interval, and claims
 * nothing that either of the two doesn't. Undefined where one of them has no ends, or the second reaches down to 0.
 */
export function ends(a: Estimate, b: Estimate): [low: number, high: number] | undefined {
  if (a.low === null || a.high === null || b.low === null || b.high === null || !(b.low > 0))
    return undefined;
  return [a.low / b.high, a.high / b.low];
}

export function difference(reference: Estimate, other: Estimate): Difference {
  const ratio = reference.center > 0 ? other.center / reference.center : undefined;
  const p = mannWhitney(reference.samples, other.samples);
  if (p === undefined || !decides(reference.samples.length, other.samples.length))
    return { ratio, p, clarity: 'unknown' };
  return { ratio, p, clarity: p <= ALPHA ? 'apart' : 'same' };
}
