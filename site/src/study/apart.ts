// Two medians of the studies side by side. Claims are weighed over many points, of runs of which single samples may
// differ in number, so they go by what the page shows of each point: its interval.

import type { Estimate } from '../data/run.ts';

export interface Apart {
  /** Ratio of the medians, other over reference; undefined if the reference is not above zero. */
  ratio: number | undefined;
  /**
   * apart: the 95 % intervals share no value. overlap: they do, so there's no clear difference. unknown: one of
   * them is infinite, so nothing can be said.
   */
  clarity: 'apart' | 'overlap' | 'unknown';
}

export function apart(reference: Estimate, other: Estimate): Apart {
  const ratio = reference.center > 0 ? other.center / reference.center : undefined;
  if (reference.low === null || reference.high === null || other.low === null || other.high === null)
    return { ratio, clarity: 'unknown' };
  const clear = other.low > reference.high || other.high < reference.low;
  return { ratio, clarity: clear ? 'apart' : 'overlap' };
}
