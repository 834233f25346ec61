// What the reader of the differences has chosen: two commits on a machine, or a run with a runtime that others are compared with.

import { addressOf, either, flag, whole, word } from '../ui/address.ts';

export interface State {
  /** Places of the commits before and after; both are needed to compare commits. */
  a: number | undefined;
  b: number | undefined;
  machine: number | undefined;
  /** The run whose runtimes are compared, where no commits are. */
  run: string | undefined;
  /** The runtime that the others are compared with. */
  base: string | undefined;
  by: 'commits' | 'runtimes' | undefined;
  workload: string | undefined;
  /** Only what clearly differs. */
  clear: boolean;
}

export const { parse, query } = addressOf<State>({
  by: either('by', ['commits', 'runtimes'], undefined as State['by']),
  a: whole('a'),
  b: whole('b'),
  machine: whole('m'),
  run: word('run'),
  base: word('base'),
  workload: word('workload'),
  clear: flag('only', 'clear'),
});
