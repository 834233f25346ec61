// What a reader needs to know once stands behind a "?", so that the data stands first.

import { type Child, el } from './dom.ts';

/** hint is a "?" that opens a few words; label says what they are about. */
export function hint(label: string, ...words: Child[]): HTMLElement {
  return el('details', { class: 'hint' }, el('summary', { 'aria-label': label }, '?'), el('p', {}, words));
}
