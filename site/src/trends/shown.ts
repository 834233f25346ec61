// What the page of trends has to show: the site's trends, those that were chosen, and the reader's choices.

import type { Axis, Commits } from '../data/axis.ts';
import type { Named } from '../data/names.ts';
import type { Shard } from '../data/shard.ts';
import type { Site } from '../data/site.ts';
import type { Here } from '../ui/mount.ts';
import type { State } from './state.ts';

export interface Data {
  site: Site;
  axis: Axis;
  commits: Commits;
  all: Named[];
}

export interface Shown extends Data {
  series: Named[];
  shards: Map<number, Shard>;
  errors: unknown[];
  /** What the address names and the index doesn't have. */
  unknown: string[];
  state: State;
  here: Here<State>;
}

/** seriesName is what a series is called where it stands alone. */
export function seriesName(s: Named): string {
  return `${s.runtime} ${s.name}${s.exec === '' ? '' : ` ${s.exec}`}`;
}
