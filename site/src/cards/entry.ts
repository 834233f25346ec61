// A cell of a table: a benchmark's value, with its ratio to another one.

import type { Benchmark, Estimate } from '../data/run.ts';
import { el } from '../ui/dom.ts';
import { interval, quantity, ratio, samples, spread } from '../ui/format.ts';
import { estimateOf, unsettled, wide } from './cards.ts';
import { difference } from './difference.ts';
import { remarks } from './notes.ts';
import type { Series } from './series.ts';

/**
 * entry is the cell of a benchmark, with its ratio to base if there is one. What was measured on another machine has
 * none, and what was measured in another job has no test and so no difference.
 */
export function entry(
  benchmark: Benchmark | undefined,
  unit: string,
  base: Estimate | undefined,
  has: Shared = { machine: true, job: true },
): HTMLElement {
  if (!benchmark) return el('td', { class: 'quiet' }, 'not measured');
  const e = estimateOf(benchmark, unit);
  const compared = unsettled(benchmark, unit) ? undefined : base;
  const marks = remarks(benchmark).map((note) => el('span', { class: `mark ${note.kind}` }, note.text));
  if (!e) return el('td', {}, marks.length > 0 ? marks : el('span', { class: 'quiet' }, 'no value'));
  const unsure = unsettled(benchmark, unit) || wide(e);
  return el(
    'td',
    { title: interval(e, unit), class: unsure ? 'unsure' : undefined },
    el('span', { class: 'value' }, quantity(e.center, unit)),
    ' ',
    el('span', { class: wide(e) ? 'careful' : 'quiet' }, spread(e)),
    el(
      'span',
      { class: 'second' },
      compared && has.machine ? against(compared, e, has.job, unsure) : undefined,
      el('span', { class: 'quiet' }, samples(e.n)),
    ),
    marks,
  );
}

/** What two series have in common of where they were measured. */
export interface Shared {
  machine: boolean;
  job: boolean;
}

/** shared says what two series share. */
export function shared(a: Series | undefined, b: Series): Shared {
  return { machine: a?.origin?.machine === b.origin?.machine, job: a?.origin?.job === b.origin?.job };
}

// As benchstat writes it: a ~ where p is above 0.05. Who asks gets the reason.
function against(
  base: Estimate,
  other: Estimate,
  job: boolean,
  unsure: boolean,
): (HTMLElement | undefined)[] {
  const d = difference(base, other);
  if (d.ratio === undefined) return [el('span', { class: 'quiet' }, 'no ratio')];
  const times = ratio(d.ratio);
  if (!job) return [el('span', { class: 'quiet', title: 'Measured in different jobs: no test' }, times)];
  const p =
    d.p === undefined
      ? undefined
      : el(
          'span',
          { class: 'quiet' },
          d.p < 0.0005 ? 'p\u202f<\u202f0.001' : `p\u202f=\u202f${d.p.toFixed(3)}`,
        );
  if (d.clarity === 'apart') return [el(unsure ? 'span' : 'strong', {}, times), p];
  if (d.p === undefined)
    return [el('span', { class: 'quiet', title: 'Single samples are not kept: no test' }, times)];
  const why = d.clarity === 'same' ? 'No clear difference: p > 0.05' : 'Too few samples to show a difference';
  return [el('span', { class: 'quiet', title: why }, `~ ${times}`), p];
}
