// The published figures, as the studies' authors gave them. What they are and where each is from says the data file.

import type { Estimate } from '../data/run.ts';
import data from './published.json' with { type: 'json' };

export const published = data;

/** Study A's two sweeps: over workers at n = 250, and over n at 8 workers. */
export type Sweep = 'workers' | 'n';
export const SWEEPS: Record<Sweep, { fixed: string; at: string }> = {
  workers: { fixed: 'n', at: '250' },
  n: { fixed: 'workers', at: '8' },
};

export type Pattern = 'fan' | 'coordinator' | 'pure';
/** A build of study A: go, kt (JVM), kt_graal (native image) or kt_ntv (Kotlin/Native). */
export type Mode = 'go' | 'kt' | 'kt_graal' | 'kt_ntv';
/** Of the ten repetitions of one process. The study's figures are of the mean, its cold first repetition included. */
export type Statistic = 'median' | 'mean' | 'min' | 'max' | 'first' | 'last';

/** sweepXs are the values that a sweep of study A went over. */
export function sweepXs(sweep: Sweep): string[] {
  return data.a[sweep].xs.map(String);
}

/** sweepValue is study A's time in seconds; undefined where it has none. */
export function sweepValue(
  sweep: Sweep,
  pattern: Pattern,
  mode: Mode,
  x: string,
  statistic: Statistic,
): number | undefined {
  const { xs, modes } = data.a[sweep];
  const ms = modes[`${mode}_${pattern}`][statistic][xs.indexOf(Number(x))];
  return ms === undefined ? undefined : ms / 1000;
}

/**
 * bare is a published value as an estimate without an interval: repetitions within one process are no independent
 * samples, and of the other studies nothing but the value is known.
 */
export function bare(center: number): Estimate {
  return { center, low: null, high: null, n: 0, samples: [] };
}
