// Controls that both kinds of differences have.

import { check, segmented, select } from '../ui/controls.ts';
import type { Here } from '../ui/mount.ts';
import type { State } from './state.ts';

/** mode chooses between commits and runtimes. */
export function mode(now: 'commits' | 'runtimes', here: Here<State>): HTMLElement {
  return segmented(
    'by',
    'Compare',
    [
      { value: 'commits', label: 'two commits' },
      { value: 'runtimes', label: 'runtimes' },
    ],
    now,
    (by) => here.choose({ by: by as State['by'], workload: undefined }),
  );
}

/** only keeps what clearly differs. */
export function only(state: State, here: Here<State>): HTMLElement {
  return check('clear', 'clear differences only', state.clear, (clear) => here.choose({ clear }));
}

/** workloads chooses one, or all. */
export function workloads(names: string[], state: State, here: Here<State>): HTMLElement {
  return select(
    'workload',
    'Workload',
    [{ value: '', label: 'all' }, ...[...new Set(names)].map((n) => ({ value: n, label: n }))],
    state.workload ?? '',
    (v) => here.choose({ workload: v || undefined }),
  );
}
