// A claim of a study, and the words in which its rule picks what it compares.

import type { Benchmark } from '../data/run.ts';
import type { Measured, Subject } from './source.ts';
import type { Finding, Verdict } from './weigh.ts';

export type Study = 'A' | 'B' | 'C' | 'D';

export interface Claim {
  /** Stands in addresses: a-go-everywhere. */
  id: string;
  study: Study;
  /** The claim, in our words, with the authors' numbers. */
  text: string;
  /** Where the study says or shows it: section, table, figure or file. */
  source: string;
  /** What the study's own figures make of it, where they don't confirm it; the note tells why. */
  own?: Verdict;
  /** What the study's own figures or code say about it, where that matters. */
  note?: string;
  subject: Subject;
  judge(measured: Measured): Finding;
}

export type Select = (b: Benchmark) => boolean;

/** on selects a runtime, and one of execs where they are named. */
export function on(runtime: string | undefined, ...execs: string[]): Select {
  return (b) => b.runtime === runtime && (execs.length === 0 || execs.includes(b.exec));
}

/** at selects the values of parameters. */
export function at(parameters: Record<string, string | string[]>): Select {
  return (b) =>
    Object.entries(parameters).every(([name, values]) => [values].flat().includes(b.parameters[name] ?? ''));
}

export function both(...selects: Select[]): Select {
  return (b) => selects.every((select) => select(b));
}
