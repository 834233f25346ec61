// What the reader of the runs has chosen.

import { addressOf, word } from '../ui/address.ts';

export interface State {
  /** The kind of runs to show; undefined is every one. */
  kind: string | undefined;
  /** The run that is opened. */
  run: string | undefined;
}

export const { parse, query } = addressOf<State>({ kind: word('kind'), run: word('run') });
