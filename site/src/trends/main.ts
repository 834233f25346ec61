// The page of trends: address -> state -> shards -> page, and back when the reader chooses.

import '../ui/style.css';
import { type Axis, Commits, loadAxis } from '../data/axis.ts';
import { DataError } from '../data/guard.ts';
import { loadBytes, loadSite, placeOf } from '../data/load.ts';
import { fullName, type Named, seriesOf } from '../data/names.ts';
import { type Shard, shardOf } from '../data/shard.ts';
import type { Site } from '../data/site.ts';
import { nothing, problem } from '../ui/problem.ts';
import { onTheme, startTheme } from '../ui/theme.ts';
import { type Page, page, untracked } from './page.ts';
import { parse, query, type State } from './state.ts';

const app = document.getElementById('app') as HTMLElement;
const shards = new Map<number, Promise<Shard>>();
const commits = new Commits();
let shown: Page | undefined;
let turn = 0;

startTheme();
start().catch((error: unknown) => {
  const empty = error instanceof DataError && error.kind === 'missing';
  show(empty ? nothing() : problem(error));
});

async function start(): Promise<void> {
  const site = await loadSite();
  if (site.trends.series.length === 0) {
    show(untracked(site));
    return;
  }
  const axis = await loadAxis();
  const all = seriesOf(site.trends);
  const render = () => void renderState(site, axis, all, parse(location.search));
  addEventListener('popstate', render);
  onTheme(render);
  render();
}

/** What the page opens with where the address names nothing: the newest change, or the first series there is. */
function opening(site: Site, all: Named[]): Named[] {
  const first = all[site.trends.changes[0]?.series ?? 0];
  return first ? [first] : [];
}

async function renderState(site: Site, axis: Axis, all: Named[], state: State): Promise<void> {
  const mine = ++turn;
  const byKey = new Map(all.map((s) => [s.key, s]));
  const asked =
    state.series.length === 0 ? opening(site, all) : state.series.flatMap((key) => byKey.get(key) ?? []);
  const unknown = state.series.filter((key) => !byKey.has(key));
  const settled = await Promise.allSettled(asked.map(load));
  if (mine !== turn) return;
  const loaded = new Map<number, Shard>();
  const errors: unknown[] = [];
  for (const [i, result] of settled.entries()) {
    const s = asked[i] as Named;
    if (result.status === 'fulfilled') loaded.set(s.number, result.value);
    else errors.push(result.reason);
  }
  const change = (next: Partial<State>, quietly = false) => {
    const address = location.pathname + query({ ...parse(location.search), ...next }) + location.hash;
    if (quietly) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  };
  const next = page({
    site,
    axis,
    commits,
    all,
    series: asked,
    shards: loaded,
    errors,
    unknown,
    state,
    choose: (choice) => {
      change(choice);
      void renderState(site, axis, all, parse(location.search));
    },
    // The chart has moved already.
    moved: (range) => change({ range }),
  });
  show(next);
}

function load(s: Named): Promise<Shard> {
  let loading = shards.get(s.number);
  if (!loading) {
    const file = `trends/${s.number}.bin`;
    loading = loadBytes(file)
      .then((bytes) => shardOf(bytes, placeOf(file)))
      .then((shard) => {
        // A page that was open while the site was published anew has an older index.
        if (shard.runtime !== s.runtime || shard.benchmark !== fullName(s))
          throw new DataError(
            'unreadable',
            `${placeOf(file)}: is of ${shard.runtime} ${shard.benchmark}, and the page older: load it again`,
          );
        return shard;
      });
    shards.set(s.number, loading);
    loading.catch(() => shards.delete(s.number));
  }
  return loading;
}

// The page is built anew for every choice; focus and place stay where they were.
function show(part: HTMLElement | Page): void {
  const focused = document.activeElement?.id ?? '';
  app.style.minHeight = `${app.offsetHeight}px`;
  shown?.destroy();
  shown = 'draw' in part ? part : undefined;
  app.replaceChildren('draw' in part ? part.element : part);
  shown?.draw();
  app.style.minHeight = '';
  app.setAttribute('aria-busy', 'false');
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}
