// What the reader of the landing page has chosen.

import { addressOf, flag, mapped, word } from '../ui/address.ts';

export interface State {
  /** The column that rows are sorted by, and whether the largest is first; undefined keeps the suite's order. */
  sort: { column: string; down: boolean } | undefined;
  /** The exec whose ratios are shown; undefined is each runtime's first. */
  exec: string | undefined;
  /** The runtime that the others are compared with; undefined is Go. */
  base: string | undefined;
  /** Whether measured values stand beside the ratios. */
  measured: boolean;
}

export const { parse, query } = addressOf<State>({
  sort: mapped(
    word('sort'),
    (text = '') => {
      const column = text.replace(/^-/, '');
      return column === '' ? undefined : { column, down: text.startsWith('-') };
    },
    (sort) => sort && `${sort.down ? '-' : ''}${sort.column}`,
  ),
  exec: word('exec'),
  base: word('base'),
  measured: flag('values', 'measured'),
});
