// What measured values say of a claim that one thing takes less than another.
//
// Two values differ clearly where their 95 % intervals share no value, as everywhere on this site. A claim is of many
// points: each is for it, against it or unclear, and how they add up depends on what the claim says.

import { unsettled } from '../cards/cards.ts';
import type { Benchmark, Estimate } from '../data/run.ts';
import { interval, quantity } from '../ui/format.ts';
import { apart as difference } from './apart.ts';
import { parametersOf } from './source.ts';

export type Verdict = 'confirmed' | 'refuted' | 'mixed' | 'not measured';

export interface Finding {
  verdict: Verdict;
  /** One sentence with the numbers that decide. */
  evidence: string;
}

/** Two values of which the claim says that less is below more. */
export interface Pair {
  /** What both have in common: "n=250 workers=8". */
  at: string;
  less: Side;
  more: Side;
  unit: string;
}

export interface Side {
  name: string;
  estimate: Estimate;
}

export interface Question {
  unit: string;
  /** In what the two sides differ: runtime, exec, or parameters. All else is the same. */
  apart: string[];
  less: (b: Benchmark) => boolean;
  more: (b: Benchmark) => boolean;
}

/** pairs puts together what is alike but for the question; what did not settle or has no twin is left out. */
export function pairs(benchmarks: Benchmark[], { unit, apart, less, more }: Question): Pair[] {
  const measured = benchmarks.filter((b) => unit in b.values && !unsettled(b, unit));
  const facts = (b: Benchmark): [string, string][] => [
    ['runtime', b.runtime],
    ['exec', b.exec],
    ...parametersOf(b),
  ];
  const common = (b: Benchmark) => facts(b).filter(([name]) => !apart.includes(name));
  const key = (b: Benchmark) => JSON.stringify(common(b).sort());
  const side = (b: Benchmark): Side => ({
    name: named(facts(b).filter(([name]) => apart.includes(name))),
    estimate: b.values[unit] as Estimate,
  });
  const others = new Map<string, Benchmark[]>();
  for (const m of measured.filter(more)) others.set(key(m), [...(others.get(key(m)) ?? []), m]);
  return measured
    .filter(less)
    .flatMap((l) =>
      (others.get(key(l)) ?? [])
        .filter((m) => m !== l)
        .map((m) => ({ at: named(common(l)), less: side(l), more: side(m), unit })),
    );
}

/** The unit of processor time by time: processors that are busy. */
export const LOAD = 'cpus';

/** quotients are benchmarks with one value divided by another, with the bounds that both allow. */
export function quotients(benchmarks: Benchmark[], over: string, under: string, unit: string): Benchmark[] {
  return benchmarks.flatMap((b) => {
    const [n, d] = [b.values[over], b.values[under]];
    if (!n || !d || d.center <= 0) return [];
    const by = (v: number | null, w: number | null) => (v === null || w === null || w <= 0 ? null : v / w);
    const quotient: Estimate = {
      center: n.center / d.center,
      low: by(n.low, d.high),
      high: by(n.high, d.low),
      n: Math.min(n.n, d.n),
      samples: [],
    };
    return [{ ...b, values: { [unit]: quotient } }];
  });
}

// Go has one exec, which says nothing beside its name.
function named(facts: [string, string][]): string {
  return facts
    .filter(([, value]) => value !== 'goroutine')
    .map(([name, value]) => (name === 'runtime' || name === 'exec' ? value : `${name}=${value}`))
    .join(' ');
}

type Stand = 'for' | 'against' | 'unclear' | 'unknown';

interface Weighed {
  pair: Pair;
  stand: Stand;
  /** more over less: above 1 where the claim holds. */
  ratio: number;
}

/** everywhere judges "in every case": one clear counterexample refutes it. */
export function everywhere(all: Pair[]): Finding {
  return told(all.map(direction), (n) => (n.against > 0 ? 'refuted' : n.unclear > 0 ? 'mixed' : 'confirmed'));
}

/** generally judges what is said without "every": counterexamples beside clear cases make it mixed. */
export function generally(all: Pair[]): Finding {
  return told(all.map(direction), usual);
}

/** mostly judges "in almost every case": it is so at nine points of ten. */
export function mostly(all: Pair[]): Finding {
  return told(all.map(direction), (n) => {
    const share = n.for / (n.for + n.against + n.unclear);
    return share >= 0.9 ? 'confirmed' : n.for === 0 && n.against > 0 ? 'refuted' : 'mixed';
  });
}

/**
 * times judges "takes so many times as long": the ratio of more to less lies between from and to. A clear difference
 * of another size is unclear, for the direction holds and the size doesn't; both sides' intervals bound the ratio.
 * size is what the sentence calls it.
 */
export function times(all: Pair[], from: number, to: number, size = 'of the published size'): Finding {
  const stand = (pair: Pair): Stand => {
    const { clarity } = difference(pair.less.estimate, pair.more.estimate);
    if (clarity === 'unknown') return 'unknown';
    const [low, high] = ratioBounds(pair);
    const within = low <= to && high >= from;
    if (clarity === 'overlap') return within ? 'unclear' : 'against';
    const sameWay = high < 1 === to < 1;
    return within ? 'for' : sameWay ? 'unclear' : 'against';
  };
  return told(
    all.map((pair) => ({ pair, stand: stand(pair), ratio: ratioOf(pair) })),
    usual,
    { forIt: size, nearest: 'such as ', unclear: 'of another size or not clear' },
  );
}

/** level judges "almost constant": the ratio of more to less lies within a share of 1, whichever way. */
export function level(all: Pair[], share: number): Finding {
  const stand = (pair: Pair): Stand => {
    if (difference(pair.less.estimate, pair.more.estimate).clarity === 'unknown') return 'unknown';
    const [low, high] = ratioBounds(pair);
    if (low >= 1 - share && high <= 1 + share) return 'for';
    return high < 1 - share || low > 1 + share ? 'against' : 'unclear';
  };
  return told(
    // The claim holds best where the ratio is nearest to 1.
    all.map((pair) => ({ pair, stand: stand(pair), ratio: 1 / Math.abs(1 - ratioOf(pair)) })),
    usual,
    { forIt: `within ${share * 100}\u202f%`, nearest: 'furthest ', unclear: 'not clear' },
  );
}

/** A change of less than this share is none worth speaking of: the least effect that the profiles know. */
const LEAST = 0.05;

/**
 * noGain judges "more doesn't make it faster": for it speaks where a gain of five per cent is outside what the
 * intervals allow, against it where it is clearly faster by as much or more. less is the side that has more.
 */
export function noGain(all: Pair[]): Finding {
  const stand = (pair: Pair): Stand => {
    const { clarity } = difference(pair.less.estimate, pair.more.estimate);
    if (clarity === 'unknown') return 'unknown';
    const [low, high] = ratioBounds(pair);
    if (high < 1 / (1 - LEAST)) return 'for';
    return low > 1 && ratioOf(pair) >= 1 / (1 - LEAST) ? 'against' : 'unclear';
  };
  return told(
    // The claim holds best where the ratio is low.
    all.map((pair) => ({ pair, stand: stand(pair), ratio: 1 / ratioOf(pair) })),
    usual,
    { forIt: 'no gain of 5 %', nearest: 'closest ', unclear: 'not clear' },
  );
}

interface Counts {
  for: number;
  against: number;
  unclear: number;
}

function usual(n: Counts): Verdict {
  if (n.against === 0 && n.unclear === 0) return 'confirmed';
  return n.for === 0 && n.against > 0 ? 'refuted' : 'mixed';
}

function direction(pair: Pair): Weighed {
  const { clarity } = difference(pair.less.estimate, pair.more.estimate);
  const ratio = ratioOf(pair);
  const stand: Stand =
    clarity === 'unknown'
      ? 'unknown'
      : clarity === 'overlap'
        ? 'unclear'
        : pair.less.estimate.center < pair.more.estimate.center
          ? 'for'
          : 'against';
  return { pair, stand, ratio };
}

function ratioOf({ less, more }: Pair): number {
  return less.estimate.center > 0 ? more.estimate.center / less.estimate.center : Number.POSITIVE_INFINITY;
}

function ratioBounds({ less, more }: Pair): [number, number] {
  const low = (more.estimate.low ?? 0) / (less.estimate.high as number);
  const under = less.estimate.low as number;
  return [low, under > 0 ? (more.estimate.high as number) / under : Number.POSITIVE_INFINITY];
}

export function notMeasured(evidence: string): Finding {
  return { verdict: 'not measured', evidence };
}

function told(
  weighed: Weighed[],
  verdictOf: (n: Counts) => Verdict,
  words = { forIt: 'clear', nearest: 'closest ', unclear: 'no clear difference' },
): Finding {
  if (weighed.length === 0) return notMeasured('Not measured here.');
  const known = weighed.filter((w) => w.stand !== 'unknown');
  if (known.length === 0)
    return notMeasured('Every value has fewer than 6 samples, too few for an interval.');
  const of = (stand: Stand) => known.filter((w) => w.stand === stand).sort((a, b) => a.ratio - b.ratio);
  const [pro, contra, open] = [of('for'), of('against'), of('unclear')];
  const verdict = verdictOf({ for: pro.length, against: contra.length, unclear: open.length });
  const n = known.length;
  const every = n === 1 ? 'the one point' : n === 2 ? 'both points' : `all ${n} points`;
  const share = (k: number) => (k < n ? `${k} of ${n} points` : every);
  const example = (word: string, list: Weighed[]) =>
    `, ${n === 1 ? '' : word}at ${point(list[0] as Weighed)}`;
  // Of those for a claim the closest one says most, of those against it the furthest one.
  const parts = [
    pro.length > 0 ? `${words.forIt} at ${share(pro.length)}${example(words.nearest, pro)}` : '',
    contra.length > 0 ? `the other way at ${share(contra.length)}${example('furthest ', contra)}` : '',
    open.length > 0
      ? `${words.unclear} at ${share(open.length)}${contra.length === 0 ? example('such as ', open) : ''}`
      : '',
    known.length < weighed.length
      ? `${weighed.length - known.length} with fewer than 6 samples left out`
      : '',
  ].filter((part) => part !== '');
  const sentence = parts.join('; ');
  return { verdict, evidence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}

function point({ pair: { at, less, more, unit } }: Weighed): string {
  return `${at}, ${value(less, unit)} against ${value(more, unit)}`;
}

/** value writes a side: go 5.12 ms (4.90 ms to 5.40 ms). */
export function value({ name, estimate }: Side, unit: string): string {
  return `${name} ${quantity(estimate.center, unit)} (${interval(estimate, unit)})`;
}
