// The list of all trends: one row each, with its course, its newest value, how it moved and how noisy it is.

import '../ui/ui.css';
import './list.css';
import { loadSite } from '../data/load.ts';
import { example } from '../data/names.ts';
import { loadOverview, type Row } from '../data/overview.ts';
import type { Site } from '../data/site.ts';
import { check, select, toolbar } from '../ui/controls.ts';
import { copyLink } from '../ui/copy.ts';
import { el } from '../ui/dom.ts';
import { count } from '../ui/format.ts';
import { machineNames } from '../ui/machine.ts';
import { type Here, mount, type View } from '../ui/mount.ts';
import { notice } from '../ui/problem.ts';
import { shown } from './rows.ts';
import { parse, query, type State } from './state.ts';
import { table } from './table.ts';

interface Data {
  site: Site;
  rows: Row[];
}

mount<Data, State>({
  async load() {
    const site = await loadSite();
    return { site, rows: site.trends.series.length === 0 ? [] : await loadOverview(site) };
  },
  address: { parse, query },
  render: ({ site, rows }, state, here) => (rows.length === 0 ? none() : page(site, rows, state, here)),
});

function none(): HTMLElement {
  return notice(
    'No trends yet',
    el('p', {}, 'Trends show the runs of the main branch, and the history has none yet.'),
    el('p', {}, el('a', { href: './compare.html' }, 'Compare the runtimes of one run')),
  );
}

function page(site: Site, rows: Row[], state: State, here: Here<State>): View {
  const said = el('p', { class: 'quiet', role: 'status' });
  const list = table(site, state, here);
  let typed = state.text;
  const fill = () => {
    const some = shown(rows, { ...state, text: typed });
    said.textContent =
      some.length === rows.length
        ? count(rows.length, 'trend')
        : `${some.length} of ${count(rows.length, 'trend')}`;
    list.fill(some);
  };
  const element = el(
    'div',
    {},
    choices(site, rows, state, here, (text) => {
      typed = text;
      here.note({ text });
      fill();
    }),
    said,
    list.element,
    explained(),
  );
  return { element, draw: fill, destroy: list.stop };
}

function choices(
  site: Site,
  rows: Row[],
  state: State,
  here: Here<State>,
  type: (text: string | undefined) => void,
): HTMLElement {
  const box = el('input', {
    id: 'filter',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    value: state.text ?? '',
    placeholder: example(rows.map((r) => r.series)),
    oninput: () => type(box.value.trim() || undefined),
  });
  const among = (id: 'runtime' | 'workload', label: string) => {
    const names = [...new Set(rows.map((r) => r.series[id]))];
    return names.length < 2
      ? undefined
      : select(
          id,
          label,
          [{ value: '', label: 'all' }, ...names.map((n) => ({ value: n, label: n }))],
          state[id] ?? '',
          (v) => here.choose({ [id]: v || undefined }),
        );
  };
  const machines = machineNames(site.trends.machines);
  return toolbar(
    'Filter the list',
    el('label', { class: 'field search' }, el('span', {}, 'Find'), box),
    among('runtime', 'Runtime'),
    among('workload', 'Workload'),
    machines.length < 2
      ? undefined
      : select(
          'machine',
          'Machine',
          [{ value: '', label: 'all' }, ...machines.map((label, i) => ({ value: String(i), label }))],
          state.machine === undefined ? '' : String(state.machine),
          (v) => here.choose({ machine: v === '' ? undefined : Number(v) }),
        ),
    check('slower', 'slower only', state.slower, (on) => here.choose({ slower: on })),
    copyLink(),
  );
}

function explained(): HTMLElement {
  return el(
    'p',
    { class: 'quiet' },
    'Changes and noise are of ratios to the ruler, where it was measured. A change of 7 or 30 days compares the median of the newest five values with that of five values back then; it is grey where it is below the smallest visible change. Noise is the standard deviation from one run to the next. The smallest visible change is the smallest that the search for change points would find once it has lasted ten runs. “Slower only” keeps what got visibly slower within 30 days of its newest value.',
  );
}
