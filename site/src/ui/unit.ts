// The units that publish writes: what a reader calls each, the order they stand in, and what kind of number each is.

import type { Unit } from '../data/run.ts';

export type Kind = 'time' | 'bytes' | 'count' | 'ratio';

interface Known {
  label: string;
  group: string;
}

// In the order of the page: warm before cold, since warm is what runs are mostly made for.
const KNOWN: Record<string, Known> = {
  'sec/op': { label: 'Time', group: 'Warm' },
  'cpu-sec/op': { label: 'CPU time', group: 'Warm' },
  'B/op': { label: 'Bytes', group: 'Warm' },
  'allocs/op': { label: 'Allocations', group: 'Warm' },
  'warmup-sec': { label: 'Warm-up time', group: 'Warm' },
  'start-sec': { label: 'Start to first result', group: 'Cold' },
  'first-sec/op': { label: 'First operation', group: 'Cold' },
  'tenth-sec/op': { label: 'Tenth operation', group: 'Cold' },
  'peak-rss-bytes': { label: 'Peak memory', group: 'Process' },
  'threads-started': { label: 'Threads started', group: 'Process' },
  'threads-peak': { label: 'Threads at peak', group: 'Process' },
  'binary-bytes': { label: 'Binary size', group: 'Process' },
};
const ORDER = Object.keys(KNOWN);

/** Units whose value can't differ from one process to the next: equal samples are the value and no estimate of it. */
const FIXED = new Set(['binary-bytes']);

/** unitName is what a reader calls a unit: Time for sec/op. A unit without a name keeps its own. */
export function unitName(unit: string): string {
  return KNOWN[unit]?.label ?? unit;
}

/** unitGroup is what a unit stands under in a long list. */
export function unitGroup(unit: string): string {
  return KNOWN[unit]?.group ?? 'Other';
}

/** inOrder puts known units into the page's order, and others after them as they came. */
export function inOrder(units: Unit[]): Unit[] {
  const place = (u: Unit) => (ORDER.indexOf(u.name) < 0 ? ORDER.length : ORDER.indexOf(u.name));
  return [...units].sort((a, b) => place(a) - place(b));
}

export function fixed(unit: string): boolean {
  return FIXED.has(unit);
}

/** higherIsBetter tells the units of rates. */
export function higherIsBetter(unit: string): boolean {
  return unit.endsWith('ops/s');
}

/**
 * kindOf tells what a unit counts by the last word before its slash, as benchfmt's tidy units are made: sec in
 * first-sec/op, bytes in peak-rss-bytes.
 */
export function kindOf(unit: string): Kind {
  if (unit === 'ratio') return 'ratio';
  const word = (unit.split('/')[0] as string).split('-').at(-1);
  if (word === 'sec') return 'time';
  return word === 'B' || word === 'bytes' ? 'bytes' : 'count';
}
