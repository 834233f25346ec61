// What the reader of a run's charts has chosen. A choice that the run doesn't have (a workload, a value) is settled in
// choice.ts, not here.

import { addressOf, below, either, mapped, set, whole, word } from '../ui/address.ts';
import { SCALES, type Scale } from '../ui/controls.ts';

export interface State {
  run: string | undefined;
  /** Place on the axis of trends, of a run that has no file of its own any more. */
  place: number | undefined;
  /** Another run whose series stand beside the run's. */
  beside: string | undefined;
  workload: string | undefined;
  /** The parameter on the x axis. */
  x: string | undefined;
  unit: string | undefined;
  /** Whether the charts show ratios to a series instead of the values. */
  relative: boolean;
  /** Whether the charts show how time scales with workers instead of the values. */
  scaling: 'speedup' | 'efficiency' | undefined;
  /** Key of the series that the others are compared with; undefined is the first. */
  base: string | undefined;
  /** Values of the parameters that are not on an axis; "all" is every value. */
  held: Map<string, string>;
  yScale: Scale | undefined;
  xScale: Scale | undefined;
  /** Whether all charts have the y axis in common; undefined lets the data decide. */
  shared: boolean | undefined;
  /** Keys of the series that are hidden. */
  hidden: Set<string>;
  /** Values of the parameters that the warm-up curves are of. */
  warmHeld: Map<string, string>;
  warmYScale: Scale | undefined;
  warmXScale: Scale | undefined;
}

const scale = (key: string) => either<Scale | undefined>(key, SCALES, undefined);

export const { parse, query } = addressOf<State>({
  run: word('run'),
  place: whole('place'),
  beside: word('with'),
  workload: word('workload'),
  x: word('x'),
  unit: word('unit'),
  relative: mapped(
    either<'ratio' | undefined>('as', ['ratio'], undefined),
    (as) => as === 'ratio',
    (relative) => (relative ? 'ratio' : undefined),
  ),
  scaling: either<State['scaling']>('scaling', ['speedup', 'efficiency'], undefined),
  base: word('to'),
  // A prefix, so that no parameter's name collides with ours.
  held: below('p.'),
  yScale: scale('y-scale'),
  xScale: scale('x-scale'),
  shared: mapped(
    either<'yes' | 'no' | undefined>('same-y', ['yes', 'no'], undefined),
    (same) => (same === undefined ? undefined : same === 'yes'),
    (shared) => (shared === undefined ? undefined : shared ? 'yes' : 'no'),
  ),
  hidden: set('hide'),
  warmHeld: below('w.'),
  warmYScale: scale('warm-y'),
  warmXScale: scale('warm-x'),
});
