// A cell of a table: a benchmark's value, with its ratio to another one.

import type { Benchmark, Estimate } from '../data/run.ts';
import { el } from '../ui/dom.ts';
import { interval, quantity, ratio, samples, spread } from '../ui/format.ts';
import { estimateOf, unsettled } from './cards.ts';
import { difference } from './difference.ts';
import { mannWhitney } from './mannwhitney.ts';
import { remarks } from './notes.ts';
import type { Series } from './series.ts';

/**
 * entry is the cell of a benchmark, with its ratio to base if there is one. What was measured on another machine has
 * none, and what was measured in another job has no p.
 */
export function entry(
  benchmark: Benchmark | undefined,
  unit: string,
  base: Estimate | undefined,
  has: Shared = { machine: true, job: false },
): HTMLElement {
  if (!benchmark) return el('td', { class: 'quiet' }, 'not measured');
  const e = estimateOf(benchmark, unit);
  const compared = unsettled(benchmark, unit) ? undefined : base;
  const marks = remarks(benchmark).map((note) => el('span', { class: `mark ${note.kind}` }, note.text));
  if (!e) return el('td', {}, marks.length > 0 ? marks : el('span', { class: 'quiet' }, 'no value'));
  return el(
    'td',
    { title: interval(e, unit) },
    el('span', { class: 'value' }, quantity(e.center, unit)),
    ' ',
    el('span', { class: 'quiet' }, spread(e)),
    el(
      'span',
      { class: 'second' },
      compared && has.machine ? against(compared, e) : undefined,
      compared && has.job ? chance(compared, e) : undefined,
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

function chance(base: Estimate, other: Estimate): HTMLElement | undefined {
  const p = mannWhitney(base.samples, other.samples);
  return p === undefined
    ? undefined
    : el('span', { class: 'quiet' }, p < 0.0005 ? 'p\u202f<\u202f0.001' : `p\u202f=\u202f${p.toFixed(3)}`);
}

function against(base: Estimate, other: Estimate): HTMLElement {
  const d = difference(base, other);
  if (d.ratio === undefined) return el('span', { class: 'quiet' }, 'no ratio');
  if (d.clarity === 'apart') return el('strong', {}, ratio(d.ratio));
  const why =
    d.clarity === 'overlap'
      ? 'The intervals overlap: no clear difference'
      : 'No interval: fewer than 6 samples';
  return el('span', { class: 'quiet', title: why }, `~ ${ratio(d.ratio)}`);
}
