// The page of the studies: what was published, and what is measured here.

import '../ui/ui.css';
import '../chart/chart.css';
import '../cards/cards.css';
import './study.css';
import { slotsOf } from '../chart/palette.ts';
import { DataError } from '../data/guard.ts';
import { loadRun, loadSite } from '../data/load.ts';
import type { RunEntry } from '../data/run.ts';
import { mount } from '../ui/mount.ts';
import { problem } from '../ui/problem.ts';
import { CLAIMS, judged } from './claims.ts';
import { type Loaded, page } from './page.ts';
import { dataOf, entriesOf, type Held } from './source.ts';
import { parse, query, type State } from './state.ts';

mount<Loaded, State>({
  load,
  address: { parse, query },
  render(loaded, state, here) {
    const view = page(loaded, state, here.choose);
    const retry = async () => {
      Object.assign(loaded, await load());
      here.again();
    };
    view.element.prepend(...loaded.errors.map((error) => problem(error, () => void retry())));
    return view;
  },
});

// The published figures are on the page whatever becomes of ours.
async function load(): Promise<Loaded> {
  const errors: unknown[] = [];
  const index = await loadSite().catch((error: unknown) => {
    if (!(error instanceof DataError && error.kind === 'empty')) errors.push(error);
    return { runs: [] as RunEntry[], trends: { runtimes: [] as string[] } };
  });
  const entries = entriesOf(index);
  const runs = await Promise.allSettled(entries.map((entry) => loadRun(entry)));
  const held = runs.flatMap((result, i): Held[] => {
    if (result.status === 'fulfilled') return [{ entry: entries[i] as RunEntry, run: result.value }];
    errors.push(result.reason);
    return [];
  });
  const data = dataOf(held);
  return {
    data,
    claims: CLAIMS.map((claim) => ({ claim, finding: judged(claim, data) })),
    slots: slotsOf(index),
    errors,
  };
}
