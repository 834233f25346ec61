// The page that compares the runtimes of a run, or those of two runs.

import '../ui/ui.css';
import '../chart/chart.css';
import '../cards/cards.css';
import './compare.css';
import { parse, query, type State } from '../cards/state.ts';
import { SLOTS, slotsOf } from '../chart/palette.ts';
import { address, loadRun, loadSite } from '../data/load.ts';
import type { RunEntry } from '../data/run.ts';
import type { Site } from '../data/site.ts';
import { select } from '../ui/controls.ts';
import { copyLink } from '../ui/copy.ts';
import { el } from '../ui/dom.ts';
import { commit, date, shortCpu } from '../ui/format.ts';
import { type Here, mount, type View } from '../ui/mount.ts';
import { nothing, problem } from '../ui/problem.ts';
import { merged } from './merged.ts';
import { olderRun } from './older.ts';
import { results } from './results.ts';

mount<Site, State>({ load: loadSite, address: { parse, query }, render });

async function render(site: Site, state: State, here: Here<State>): Promise<HTMLElement | View> {
  const [newest] = site.runs;
  if (!newest) return nothing();
  const entry = site.runs.find((r) => r.id === state.run) ?? newest;
  const second = site.runs.find((r) => r.id === state.beside && r.id !== entry.id);
  // The newest run instead of the one that was asked for would be taken for it.
  const lost = [state.run, state.beside]
    .filter((id) => id !== undefined && state.place === undefined && !site.runs.some((r) => r.id === id))
    .map((id) =>
      el(
        'p',
        { class: 'mark failed', role: 'alert' },
        `${id}: no such run here. Look for it on the page of runs.`,
      ),
    );
  const head = [runBar(site, entry, state, here), ...lost];
  try {
    const shown = await charts(site, entry, second, state, here);
    return { ...shown, element: el('div', {}, head, shown.element) };
  } catch (error) {
    return el('div', {}, head, problem(error, here.again));
  }
}

async function charts(
  site: Site,
  entry: RunEntry,
  second: RunEntry | undefined,
  state: State,
  here: Here<State>,
): Promise<View> {
  const { place } = state;
  const [run, other] = await Promise.all([
    place === undefined ? loadRun(entry, here.signal) : olderRun(site, place, state.workload, here.signal),
    second && loadRun(second, here.signal),
  ]);
  const looks = slotsOf(site);
  const download = place === undefined ? address(entry) : undefined;
  if (!other) return results(run, state, looks, download, site, here.choose);
  const both = merged(run, other);
  for (const [name, own] of both.names) looks.set(name, (looks.get(own) ?? 0) + SLOTS.length);
  return results(both.run, state, looks, download, site, here.choose, both.origins);
}

function runBar(site: Site, entry: RunEntry, state: State, { choose }: Here<State>): HTMLElement {
  const older = state.place !== undefined;
  const options = site.runs.map((r) => ({
    value: r.id,
    label: `${date(r.date)} · ${r.profile} · ${commit(r.commit, r.dirty)}`,
  }));
  return el(
    'section',
    { class: 'run', 'aria-label': 'Run' },
    select(
      'run',
      'Run',
      older ? [{ value: '', label: `older run ${state.place}` }, ...options] : options,
      older ? '' : entry.id,
      (run) => choose({ run, place: undefined, beside: undefined, base: undefined }),
    ),
    site.runs.length < 2
      ? undefined
      : select(
          'beside',
          'Second run',
          [{ value: '', label: 'none' }, ...options.filter((o) => older || o.value !== entry.id)],
          state.beside ?? '',
          (v) => choose({ beside: v === '' ? undefined : v, base: undefined }),
        ),
    el(
      'p',
      {},
      older
        ? 'an older run of the main branch, rebuilt from its trends'
        : [shortCpu(entry.cpu), entry.kind, entry.note].filter((part) => part !== '').join(' · '),
    ),
    copyLink(),
  );
}
