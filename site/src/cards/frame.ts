// A card of the page: its title, what that means, the place of its chart, and its sentence.

import { el } from '../ui/dom.ts';
import { type Piece, written } from './sentence.ts';

export interface Frame {
  element: HTMLElement;
  /** Where the chart goes. */
  plot: HTMLElement;
}

/**
 * frame makes a card; parting is what tells it from a card of the same title, heading the level of its title.
 */
export function frame(
  title: string,
  parting: string[],
  gloss: string | undefined,
  story: Piece[],
  heading: 'h3' | 'h4' = 'h3',
): Frame {
  const plot = el('div', { class: 'plot' });
  const element = el(
    'article',
    { class: 'card' },
    el(
      'header',
      {},
      el(
        heading,
        {},
        title,
        parting.map((text) => el('small', {}, text)),
      ),
      gloss === undefined ? undefined : el('p', { class: 'gloss' }, gloss),
    ),
    plot,
    el('p', { class: 'story' }, written(story)),
  );
  return { element, plot };
}
