// The page of differences: two commits, or the runtimes of a run, over every benchmark at once.

import '../ui/ui.css';
import './differences.css';
import { loadSite } from '../data/load.ts';
import type { Site } from '../data/site.ts';
import { mount } from '../ui/mount.ts';
import { nothing } from '../ui/problem.ts';
import { commitsPage } from './commitspage.ts';
import { runtimesPage } from './runtimespage.ts';
import { parse, query, type State } from './state.ts';

mount<Site, State>({
  load: loadSite,
  address: { parse, query },
  render(site, state, here) {
    if (site.runs.length === 0 && site.trends.series.length === 0) return nothing();
    const tracked = site.trends.commits > 1;
    const by =
      state.by ?? (state.run === undefined && state.base === undefined && tracked ? 'commits' : 'runtimes');
    return by === 'commits' && tracked ? commitsPage(site, state, here) : runtimesPage(site, state, here);
  },
});
