// What the reader of this page has chosen, as its address holds it. Defaults are never in it.

import type { Scale } from '../cards/state.ts';

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

/** parse reads the query of an address. What it doesn't understand is no choice. */
export function parse(query: string): State {
  const params = new URLSearchParams(query);
  return {
    y: params.get('y-scale') === 'log' ? 'log' : 'linear',
    x: params.get('x-scale') === 'log' ? 'log' : 'linear',
    shared: params.get('same-y') !== 'no',
    statistic: params.get('published') === 'mean' ? 'mean' : 'median',
    hidden: new Set((params.get('hide') ?? '').split(',').filter((key) => key !== '')),
  };
}

/** query is parse's inverse: "" where nothing was chosen. */
export function query({ y, x, shared, statistic, hidden }: State): string {
  const parts = [
    y === 'log' ? 'y-scale=log' : '',
    x === 'log' ? 'x-scale=log' : '',
    shared ? '' : 'same-y=no',
    statistic === 'mean' ? 'published=mean' : '',
    hidden.size > 0 ? `hide=${[...hidden].sort().map(encodeURIComponent).join(',')}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
