// A table of published values beside ours, as rows of cells: what the tables are made of, and nothing that draws.

import type { Benchmark, Estimate } from '../data/run.ts';
import { scaleOf, tick } from '../ui/format.ts';
import { on, type Select } from './claim.ts';
import { UNIT } from './figures.ts';
import { type Measured, parametersOf, type Subject } from './source.ts';

export type Cell =
  | { kind: 'published'; text: string; second?: string }
  /** The study has no such value. */
  | { kind: 'unpublished' }
  | { kind: 'here'; benchmark: Benchmark; unit: string; base?: Estimate }
  | { kind: 'missing' };

export interface Table {
  id: string;
  title: string;
  /** What a reader has to know to set the numbers side by side. */
  about: string;
  subject: Subject;
  /** Heading of the rows' names. */
  rows: string;
  columns: string[];
  groups: Group[];
}

export interface Group {
  title: string;
  rows: { name: string; cells: Cell[] }[];
}

export const UNPUBLISHED: Cell = { kind: 'unpublished' };

export function said(text: string, second?: string): Cell {
  return second === undefined ? { kind: 'published', text } : { kind: 'published', text, second };
}

export function here(b: Benchmark | undefined, unit: string, base?: Estimate): Cell {
  if (!b || (!(unit in b.values) && b.failures.length === 0)) return { kind: 'missing' };
  return base === undefined
    ? { kind: 'here', benchmark: b, unit }
    : { kind: 'here', benchmark: b, unit, base };
}

/** A setting is what benchmarks have in parameters besides those that the table's rows and groups are of. */
export interface Setting {
  label: string;
  select: Select;
}

/** settingsOf lists them in order of their first benchmark; one that selects nothing where there is none. */
export function settingsOf(benchmarks: Benchmark[], besides: string[]): Setting[] {
  const found = new Map<string, Setting>();
  const label = (b: Benchmark) =>
    parametersOf(b)
      .filter(([name]) => !besides.includes(name))
      .map(([name, value]) => `${name} = ${value}`)
      .join(', ');
  for (const b of benchmarks) {
    const own = label(b);
    if (!found.has(own)) found.set(own, { label: own, select: (other) => label(other) === own });
  }
  return found.size > 0 ? [...found.values()] : [{ label: '', select: () => false }];
}

export const ours = ({ label }: Setting) => (label === '' ? 'Here' : `Here, ${label}`);

/** milliseconds writes a published time in the scale that ours has beside it, with all the digits it was given in. */
export function milliseconds(ms: number): string {
  return ms === 0 ? '0\u202fms' : tick(ms / 1000, scaleOf(ms / 1000, UNIT));
}

/** Ways to run a task of studies B to D on a JVM, and goroutines beside them. */
export const WAYS: [exec: string, name: string][] = [
  ['io', 'Dispatchers.IO'],
  ['limited', 'Dispatchers.IO, limited'],
  ['default', 'Dispatchers.Default'],
  ['pool', 'fixed pool'],
  ['platform', 'thread for each'],
  ['virtual', 'virtual thread for each'],
  ['goroutine', 'Go: goroutine for each'],
];

/** way selects the benchmarks of a way; Go's stand beside those of the newest JVM. */
export function way(measured: Measured | undefined, exec: string): Select {
  return on(measured?.runtimes.get(exec === 'goroutine' ? 'go' : 'kt'), exec);
}
