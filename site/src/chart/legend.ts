// A legend: which line is which, a button for each, which hides it and lets it stand out while it is pointed at.

import { type Child, el } from '../ui/dom.ts';
import { swatch } from './marker.ts';
import type { Look } from './palette.ts';

export interface Entry {
  id: string;
  key: string;
  label: string;
  look: Look;
  title?: string | undefined;
  /** A word behind the name, in small letters. */
  note?: string | undefined;
}

/** What a legend's buttons work on: the keys that are hidden, and lines of charts. */
export interface Lines {
  hidden: Set<string>;
  hide(keys: Set<string>): void;
  /** Lets one line stand out; undefined lets none. */
  emphasise?(key: string | undefined): void;
}

/** legend is a group of buttons, and what else stands among them. */
export function legend(label: string, entries: Entry[], lines: Lines, ...more: Child[]): HTMLElement {
  return el(
    'div',
    { class: 'legend', role: 'group', 'aria-label': label },
    entries.map((entry) => legendButton(entry, lines, true)),
    more,
  );
}

/** legendButton is the button of an entry; its swatch is a piece of line, or the marker alone. */
export function legendButton(entry: Entry, lines: Lines, line: boolean): HTMLElement {
  const { id, key, label, look, title, note } = entry;
  const shown = !lines.hidden.has(key);
  const emphasise = (on: boolean) => () => lines.emphasise?.(on && shown ? key : undefined);
  return el(
    'button',
    {
      type: 'button',
      id,
      'aria-pressed': String(shown),
      title,
      onclick: () => lines.hide(toggled(lines.hidden, key)),
      onpointerenter: emphasise(true),
      onpointerleave: emphasise(false),
      onfocus: emphasise(true),
      onblur: emphasise(false),
    },
    swatch(look, line),
    label,
    note === undefined ? undefined : [' ', el('small', {}, note)],
  );
}

function toggled(keys: Set<string>, key: string): Set<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
