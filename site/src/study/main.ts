// The page of the studies: address -> state, data -> page, and back when the reader chooses.

import '../ui/style.css';
import { slots } from '../chart/palette.ts';
import { loadIndex, loadRun } from '../data/load.ts';
import { DataError, type Index } from '../data/run.ts';
import { problem } from '../ui/problem.ts';
import { onTheme, startTheme } from '../ui/theme.ts';
import type { Judged } from './claimlist.ts';
import { CLAIMS, judged } from './claims.ts';
import { type Page, page } from './page.ts';
import { type Data, dataOf, entriesOf, type Held } from './source.ts';
import { parse, query, type State } from './state.ts';

const app = document.getElementById('app') as HTMLElement;
let shown: Page | undefined;

startTheme();
void start();

/** What stays as it is while the reader chooses. */
interface Site {
  data: Data;
  claims: Judged[];
  looks: Map<string, number>;
  errors: unknown[];
}

async function start(): Promise<void> {
  const { index, held, errors } = await load();
  const data = dataOf(held);
  const site: Site = {
    data,
    claims: CLAIMS.map((claim) => ({ claim, finding: judged(claim, data) })),
    looks: slots(index.runs.flatMap((r) => r.runtimes)),
    errors,
  };
  const render = () => show(site, parse(location.search));
  addEventListener('popstate', render);
  onTheme(render);
  render();
  // The parts that an address points into are only there now.
  if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

// The published figures are on the page whatever becomes of ours.
async function load(): Promise<{ index: Index; held: Held[]; errors: unknown[] }> {
  try {
    const index = await loadIndex();
    const entries = entriesOf(index);
    const runs = await Promise.allSettled(entries.map(loadRun));
    const held = runs.flatMap((result, i): Held[] => {
      const entry = entries[i];
      return result.status === 'fulfilled' && entry ? [{ entry, run: result.value }] : [];
    });
    return { index, held, errors: runs.flatMap((r) => (r.status === 'rejected' ? [r.reason] : [])) };
  } catch (error) {
    // A site without data/ is one that nothing was published to yet.
    const empty = error instanceof DataError && error.kind === 'missing';
    return { index: { runs: [] }, held: [], errors: empty ? [] : [error] };
  }
}

// The page is built anew for every choice; focus, place and opened tables stay as they were.
function show(site: Site, state: State): void {
  const focused = document.activeElement?.id ?? '';
  const open = [...app.querySelectorAll('.figure:has(> details[open])')].map((figure) => figure.id);
  app.style.minHeight = `${app.offsetHeight}px`;
  shown?.destroy();
  const next = page(site.data, site.claims, state, site.looks, (change) => {
    history.pushState(null, '', location.pathname + query({ ...state, ...change }) + location.hash);
    show(site, parse(location.search));
  });
  shown = next;
  app.replaceChildren(...site.errors.map(problem), next.element);
  next.draw();
  for (const id of open) document.querySelector(`#${id} > details`)?.setAttribute('open', '');
  app.style.minHeight = '';
  app.setAttribute('aria-busy', 'false');
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}
