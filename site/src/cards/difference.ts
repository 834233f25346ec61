// Two medians side by side. This is no verdict: it says how far apart two runtimes are on one machine in one run,
// and says nothing where the intervals don't part them.

import type { Estimate } from '../data/run.ts';

export interface Difference {
  /** Ratio of the medians, other over reference; undefined if the reference is not above zero. */
  ratio: number | undefined;
  /**
   * apart: the 95 % intervals share no value. overlap: they do, so there's no clear difference. unknown: one of
   * them is infinite, so nothing can be said.
   */
  clarity: 'apart' | 'overlap' | 'unknown';
}

export function difference(reference: Estimate, other: Estimate): Difference {
  const ratio = reference.center > 0 ? other.center / reference.center : undefined;
  if (reference.low === null || reference.high === null || other.low === null || other.high === null)
    return { ratio, clarity: 'unknown' };
  const apart = other.low > reference.high || other.high < reference.low;
  return { ratio, clarity: apart ? 'apart' : 'overlap' };
}
