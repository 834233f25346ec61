// The page of trends.

import '../ui/ui.css';
import '../chart/chart.css';
import '../cards/cards.css';
import './trends.css';
import { Commits, loadAxis } from '../data/axis.ts';
import { loadSite } from '../data/load.ts';
import { type Named, seriesOf } from '../data/names.ts';
import { loadShard, type Shard } from '../data/shard.ts';
import type { Site } from '../data/site.ts';
import { type Here, mount, type View } from '../ui/mount.ts';
import { page, untracked } from './page.ts';
import type { Data } from './shown.ts';
import { parse, query, type State } from './state.ts';

mount<Site | Data, State>({
  async load() {
    const site = await loadSite();
    if (site.trends.series.length === 0) return site;
    return { site, axis: await loadAxis(), commits: new Commits(), all: seriesOf(site.trends) };
  },
  address: { parse, query },
  render: (data, state, here) => ('axis' in data ? render(data, state, here) : untracked(data)),
});

async function render(data: Data, state: State, here: Here<State>): Promise<View> {
  const { site, all } = data;
  const byKey = new Map(all.map((s) => [s.key, s]));
  // Where the address names no series: the one of the newest change, or the first there is.
  const opening = all[site.trends.changes[0]?.series ?? 0];
  const asked = state.series.flatMap((key) => byKey.get(key) ?? []);
  const series = state.series.length > 0 ? asked : opening ? [opening] : [];
  const settled = await Promise.allSettled(series.map((s) => loadShard(s, here.signal)));
  const shards = new Map<number, Shard>();
  const errors: unknown[] = [];
  for (const [i, result] of settled.entries())
    if (result.status === 'fulfilled') shards.set((series[i] as Named).number, result.value);
    else errors.push(result.reason);
  const unknown = state.series.filter((key) => !byKey.has(key));
  return page({ ...data, series, shards, errors, unknown, state, here });
}
