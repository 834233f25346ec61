// The list of all runs, which is published in pages: the oldest stand in the first, so that only the last one changes.

import { ENTRY, type RunEntry } from '../data.ts';
import { check, versioned } from '../guard.ts';
import { loadJson, placeOf } from '../load.ts';

/** A run of the list; one whose file isn't kept has none, and its place on the axis of trends. */
export interface Listed extends RunEntry {
  place?: number | undefined;
}

const PAGE = 512;

/** pages is how many pages the list of so many runs has. */
export function pages(total: number): number {
  return Math.ceil(total / PAGE);
}

const { text, number, list, shape, otherwise } = check;

const page = shape<{ runs: Listed[] }>({
  runs: list(
    shape<Listed>({
      ...ENTRY,
      file: otherwise(text, ''),
      place: otherwise<number | undefined>(number, undefined),
    }),
  ),
});

/** loadPage is a page of the list, the newest first. */
export async function loadPage(nth: number): Promise<Listed[]> {
  const file = `runs/list-${nth}.json.gz`;
  const value = await loadJson(file);
  versioned(value, placeOf(file));
  return page(value, placeOf(file)).runs.reverse();
}
