// What the reader of the list of all trends has chosen.

import { addressOf, flag, mapped, whole, word } from '../ui/address.ts';

export const COLUMNS = ['name', 'newest', 'week', 'month', 'release', 'noise', 'least', 'change'] as const;
export type Column = (typeof COLUMNS)[number];

export interface State {
  /** Words that a row's name has. */
  text: string | undefined;
  runtime: string | undefined;
  workload: string | undefined;
  machine: number | undefined;
  /** Only what got slower in the last 30 days. */
  slower: boolean;
  /** The column that rows are sorted by; undefined keeps the suite's order. */
  sort: { column: Column; down: boolean } | undefined;
}

export const { parse, query } = addressOf<State>({
  text: mapped(
    word('q'),
    (text) => text?.trim() || undefined,
    (text) => text || undefined,
  ),
  runtime: word('runtime'),
  workload: word('workload'),
  machine: whole('m'),
  slower: flag('only', 'slower'),
  sort: mapped(
    word('sort'),
    (text = '') => {
      const column = COLUMNS.find((c) => c === text.replace(/^-/, ''));
      return column && { column, down: text.startsWith('-') };
    },
    (sort) => sort && `${sort.down ? '-' : ''}${sort.column}`,
  ),
});
