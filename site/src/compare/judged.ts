// The report on a run with two sides: base against head, one row for each benchmark that was measured.

import type { Judged, JudgedRow, Run } from '../data/run.ts';
import { el } from '../ui/dom.ts';
import { percent, quantity, samples, commit as short } from '../ui/format.ts';
import { hint } from '../ui/hint.ts';
import { commitLink } from '../ui/links.ts';
import { shownName } from '../ui/name.ts';
import { shell } from '../ui/problem.ts';
import { scrollTable } from '../ui/table.ts';

/** Shown at once: what matters stands first. */
const MOST = 12;

/** judged is the section, undefined where the run has one side. */
export function judged(run: Run, repository: string): HTMLElement | undefined {
  const { judged: told } = run;
  if (!told) return undefined;
  const all = [...told.groups, ...told.rows];
  const body = el('tbody', {}, all.slice(0, MOST).map(line));
  const more = el(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => {
        body.append(...all.slice(MOST).map(line));
        more.remove();
      },
    },
    `Show ${all.length - MOST} more`,
  );
  return el(
    'section',
    { class: 'judged', id: 'judged', 'aria-labelledby': 'judged-title' },
    el(
      'div',
      { class: 'titled' },
      el('h2', { id: 'judged-title' }, told.headline),
      hint(
        'What the columns mean',
        'Base and head were measured alternately in one job. The interval is that of the change; p is adjusted for all benchmarks that were tested. The values of both sides differ by the change, which comes from the rounds that the verdict rests on. A report contains a false alarm in at most 1 of 100 cases.',
      ),
      el(
        'span',
        { class: 'quiet' },
        commitLink(repository, told.base),
        ' → ',
        commitLink(repository, told.head),
      ),
    ),
    all.length === 0
      ? undefined
      : scrollTable(
          'verdicts',
          ['verdict', 'runtime', 'benchmark', 'base', 'head', 'change', 'interval', 'p'],
          body,
          { class: 'verdict-rows', caption: `${short(told.base, false)} against ${short(told.head, false)}` },
        ),
    all.length > MOST ? el('p', { class: 'more' }, more) : undefined,
    told.rest === '' ? undefined : el('p', { class: 'quiet' }, `${told.rest}.`),
    again(told),
  );
}

const seconds = (value: number | null) => (value === null ? '–' : quantity(value, 'sec/op'));

function line(r: JudgedRow): HTMLElement {
  const sure = r.verdict === 'slower' || r.verdict === 'faster';
  const way = r.verdict === 'slower' ? 'worse' : 'better';
  return el(
    'tr',
    { class: r.members > 0 ? 'group-row' : undefined },
    el(
      'th',
      { scope: 'row', class: sure ? `change ${way}` : undefined },
      mark(r.verdict),
      r.verdict,
      also(r),
    ),
    el('td', {}, r.runtime),
    el(
      'td',
      { class: 'name' },
      r.members > 0 ? `all of ${r.benchmark} (${r.members})` : shownName(r.benchmark),
    ),
    el('td', { class: 'num' }, seconds(r.base)),
    el('td', { class: 'num' }, seconds(r.head)),
    el('td', { class: `num ${sure ? `change ${way}` : ''}` }, r.ratio === null ? '–' : percent(r.ratio)),
    el(
      'td',
      {},
      r.low !== null && r.high !== null && r.low > 0 ? `${percent(r.low)} … ${percent(r.high)}` : '',
      r.remark === '' ? undefined : el('span', { class: 'remark quiet' }, r.remark),
    ),
    el('td', { class: 'num quiet' }, chance(r.p), ' ', r.n > 0 ? samples(r.n) : ''),
  );
}

function mark(verdict: string): string {
  return verdict === 'slower' ? '▲ ' : verdict === 'faster' ? '▼ ' : verdict === 'failed' ? '✕ ' : '';
}

function also({ allocations }: JudgedRow): HTMLElement | undefined {
  return allocations === '' ? undefined : el('span', { class: 'remark quiet' }, allocations);
}

// As the terminal writes it.
function chance(p: number | null): string {
  return p === null ? '' : p < 0.0001 ? '<0.0001' : p.toFixed(4);
}

function again({ command }: Judged): HTMLElement {
  return el('details', { id: 'judged-again' }, el('summary', {}, 'Measure it again'), shell(command));
}
