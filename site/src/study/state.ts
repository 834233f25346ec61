// What the reader of the studies has chosen.

import { addressOf, either, mapped, set } from '../ui/address.ts';
import { SCALES, type Scale } from '../ui/controls.ts';

export interface State {
  y: Scale;
  x: Scale;
  /** Whether the two charts of a figure have the y axis in common. */
  shared: boolean;
  /** Which summary of the study's ten repetitions its charts show. */
  statistic: 'median' | 'mean';
  /** Keys of the lines that are hidden. */
  hidden: Set<string>;
}

export const { parse, query } = addressOf<State>({
  y: either<Scale>('y-scale', SCALES, 'linear'),
  x: either<Scale>('x-scale', SCALES, 'linear'),
  shared: mapped(
    either<'yes' | 'no'>('same-y', ['yes', 'no'], 'yes'),
    (same) => same === 'yes',
    (shared) => (shared ? 'yes' : 'no'),
  ),
  statistic: either<'median' | 'mean'>('published', ['median', 'mean'], 'median'),
  hidden: set('hide'),
});
