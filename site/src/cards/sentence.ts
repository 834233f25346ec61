// A sentence over a card, in pieces: words, numbers, and series with the marker of their line.

import { swatch, tint } from '../chart/marker.ts';
import { el } from '../ui/dom.ts';
import type { Series } from './series.ts';

export type Piece = string | { series: Series } | { number: string };

/** listed writes "a, b and c". */
export function listed(parts: Piece[][]): Piece[] {
  return parts.flatMap((part, i) => {
    if (i === 0) return part;
    return [i === parts.length - 1 ? ' and ' : ', ', ...part];
  });
}

/** clauses makes a sentence of its parts: a capital in front, a full stop at the end. */
export function clauses(parts: Piece[][]): Piece[] {
  const [first, ...rest] = parts.flatMap((part, i) => (i === 0 ? part : ['; ', ...part]));
  if (first === undefined) return [];
  return [typeof first === 'string' ? first.charAt(0).toUpperCase() + first.slice(1) : first, ...rest, '.'];
}

/** plainText writes the pieces as text, for a screen reader. */
export function plainText(pieces: Piece[]): string {
  return pieces.map((p) => (typeof p === 'string' ? p : 'series' in p ? p.series.label : p.number)).join('');
}

/** written writes the pieces as elements. */
export function written(pieces: Piece[]): (HTMLElement | string)[] {
  return pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    return 'number' in piece ? el('strong', {}, piece.number) : named(piece.series);
  });
}

function named(series: Series): HTMLElement {
  const name = el('span', { class: 'series' }, swatch(series.look), series.label);
  name.style.color = tint(series.look);
  return name;
}
