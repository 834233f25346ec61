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

export function difference(reference: Estimate, other: Estimate): Difference {
  const ratio = reference.center > 0 ? other.center / reference.center : undefined;
  const p = mannWhitney(reference.samples, other.samples);
  if (p === undefined || !decides(reference.samples.length, other.samples.length))
    return { ratio, p, clarity: 'unknown' };
  return { ratio, p, clarity: p <= ALPHA ? 'apart' : 'same' };
}
