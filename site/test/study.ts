// The runs of the golden set of the studies, as the page holds them.

import { entriesOf, type Held } from '../src/study/source.ts';
import { goldenIndex, goldenRun } from './golden.ts';

/** heldOf are the runs that the page of the studies reads of a set. */
export function heldOf(set = 'study'): Held[] {
  const index = goldenIndex(set);
  return entriesOf(index).map((entry) => ({ entry, run: goldenRun(set, index.runs.indexOf(entry)) }));
}
