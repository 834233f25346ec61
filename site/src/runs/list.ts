// The list of all runs, which is published in pages: the oldest stand in the first, so that only the last one changes.

import * as check from '../data/guard.ts';
import { versioned } from '../data/guard.ts';
import { loadJson, placeOf } from '../data/load.ts';
import { type Listed, listed } from '../data/run.ts';

const PAGE = 512;

/** pages is how many pages the list of so many runs has. */
export function pages(total: number): number {
  return Math.ceil(total / PAGE);
}

const page = check.shape<{ runs: Listed[] }>({ runs: check.list(listed) });

/** loadPage is a page of the list, the newest first. */
export async function loadPage(nth: number): Promise<Listed[]> {
  const file = `runs/list-${nth}.json.gz`;
  const value = await loadJson(file);
  versioned(value, placeOf(file));
  return page(value, placeOf(file)).runs.reverse();
}
