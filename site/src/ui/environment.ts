// Where and with what a run was measured, and how to get its numbers anew.

import type { Run } from '../data/run.ts';
import { el, facts } from './dom.ts';
import { date } from './format.ts';
import { reproduce } from './reproduce.ts';
import { scrollTable } from './table.ts';

/** environment is the section under the numbers; download is the address of the run's file, if it has one. */
export function environment(run: Run, download: string | undefined, repository: string): HTMLElement {
  const { machine } = run;
  const told: [string, string][] = [
    ['Processor', machine.cpu],
    ['Cores', String(machine.cores)],
    ['System', `${machine.goos}/${machine.goarch}`],
    ...Object.entries(run.environment).map(([k, v]): [string, string] => [
      k.charAt(0).toUpperCase() + k.slice(1),
      v,
    ]),
    ['Commit', run.commit + (run.dirty ? ', with local changes' : '')],
    ['Measured', `${date(run.date)} UTC`],
    ['Run', run.id],
  ];
  return el(
    'section',
    { class: 'environment', 'aria-labelledby': 'environment-title' },
    el('h2', { id: 'environment-title' }, 'Environment'),
    facts(told),
    scrollTable(
      'runtimes',
      ['Runtime', 'Toolchain', 'Scheduler', 'Flags'],
      el(
        'tbody',
        {},
        run.runtimes.map((r) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, r.name),
            r.status === 'skipped'
              ? el('td', { colspan: 3 }, el('span', { class: 'mark skipped' }, `skipped: ${r.reason}`))
              : [
                  el('td', {}, r.toolchain),
                  el('td', {}, r.execs.join(', ')),
                  el('td', {}, el('code', {}, r.flags === '' ? 'none' : r.flags)),
                ],
          ),
        ),
      ),
    ),
    reproduce(repository, run.id, download, run.judged !== undefined),
  );
}
