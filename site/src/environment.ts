// Where and with what a run was measured, and how to get its numbers anew.

import type { Run } from './data.ts';
import { el } from './dom.ts';
import { date } from './format.ts';

/** environment is the section under the numbers; download is the address of the run's file. */
export function environment(run: Run, download: string): HTMLElement {
  const { machine } = run;
  const facts: [string, string][] = [
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
    el('h2', { id: 'environment-title' }, 'Measured with'),
    el(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table: runtimes' },
      el(
        'table',
        {},
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ['Runtime', 'Toolchain', 'Exec', 'Flags'].map((name) => el('th', { scope: 'col' }, name)),
          ),
        ),
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
    ),
    el(
      'details',
      {},
      el('summary', {}, 'Get these numbers anew with stock benchstat'),
      el(
        'p',
        {},
        'Every value above comes from the samples of this run, kept in the Go benchmark format. Time, with the first exec of the first runtime as base:',
      ),
      el(
        'pre',
        { tabindex: 0 },
        el(
          'code',
          {},
          `zcat .cobench/history/${run.id}.txt.gz |\n  benchstat -table goos,goarch,cpu,cores -col runtime,/exec -row .fullname`,
        ),
      ),
      el('p', {}, 'What this page was drawn from: ', el('a', { href: download }, 'the run as JSON'), '.'),
    ),
  );
}
