// Controls that both kinds of differences have.

import { check, segmented, select, toolbar } from '../ui/controls.ts';
import { copyLink } from '../ui/copy.ts';
import { type Child, el } from '../ui/dom.ts';
import type { Here } from '../ui/mount.ts';
import { notice } from '../ui/problem.ts';
import type { State } from './state.ts';

type Mode = Exclude<State['by'], undefined>;

/** controls is the toolbar of a mode: own is what it alone asks, names are the workloads that it has. */
export function controls(
  mode: Mode,
  names: string[],
  state: State,
  here: Here<State>,
  ...own: Child[]
): HTMLElement {
  return toolbar(
    'What is compared',
    modes(mode, here),
    own,
    workloads(names, state, here),
    check('clear', 'clear differences only', state.clear, (clear) => here.choose({ clear })),
    copyLink(),
  );
}

/** nothingIn is the page of a mode that has nothing to compare; why says what it lacks. */
export function nothingIn(mode: Mode, here: Here<State>, title: string, why: string): HTMLElement {
  return el('div', {}, toolbar('What is compared', modes(mode, here)), notice(title, el('p', {}, why)));
}

function modes(now: Mode, here: Here<State>): HTMLElement {
  return segmented(
    'by',
    'Compare',
    [
      { value: 'commits', label: 'two commits' },
      { value: 'runtimes', label: 'runtimes' },
    ],
    now,
    (by) => here.choose({ by: by as Mode, workload: undefined }),
  );
}

function workloads(names: string[], state: State, here: Here<State>): HTMLElement {
  return select(
    'workload',
    'Workload',
    [{ value: '', label: 'all' }, ...[...new Set(names)].map((n) => ({ value: n, label: n }))],
    state.workload ?? '',
    (v) => here.choose({ workload: v || undefined }),
  );
}
