import { describe, expect, test } from 'vitest';
import type { Benchmark, Estimate } from '../src/data/run.ts';
import { everywhere, generally, noGain, type Pair, pairs, times } from '../src/study/weigh.ts';

/** An estimate of ms milliseconds ± part; null: of too few samples. */
function estimate(ms: number, part: number | null = 0.02): Estimate {
  const center = ms / 1000;
  const [low, high] = part === null ? [null, null] : [center * (1 - part), center * (1 + part)];
  return { center, low, high, n: part === null ? 4 : 10, samples: [] };
}

function pair(less: number, more: number, part: number | null = 0.02): Pair {
  return {
    at: 'n=1',
    less: { name: 'a', estimate: estimate(less, part) },
    more: { name: 'b', estimate: estimate(more, part) },
    unit: 'sec/op',
  };
}

const holds = pair(10, 20);
const opposite = pair(20, 10);
const unclear = pair(10, 10.1);
const few = pair(10, 20, null);

describe('every case and in general', () => {
  const cases: [string, Pair[], string, string][] = [
    ['all clear', [holds, holds], 'confirmed', 'confirmed'],
    ['one counterexample', [holds, holds, opposite], 'refuted', 'mixed'],
    ['counterexamples alone', [opposite, opposite], 'refuted', 'refuted'],
    ['counterexamples and unclear', [opposite, unclear], 'refuted', 'refuted'],
    ['one unclear', [holds, unclear], 'mixed', 'mixed'],
    ['all unclear', [unclear], 'mixed', 'mixed'],
    ['few samples beside clear', [holds, few], 'confirmed', 'confirmed'],
    ['few samples alone', [few], 'not measured', 'not measured'],
    ['nothing', [], 'not measured', 'not measured'],
  ];
  test.each(cases)('%s', (_, all, every, usual) => {
    expect(everywhere(all).verdict).toBe(every);
    expect(generally(all).verdict).toBe(usual);
  });
});

describe('so many times as long', () => {
  const cases: [string, Pair[], string][] = [
    ['within', [pair(10, 20)], 'confirmed'],
    ['its interval reaches within', [pair(10, 22.5)], 'confirmed'],
    ['clear, but of another size', [pair(10, 40)], 'mixed'],
    ['clearly the other way', [pair(20, 10)], 'refuted'],
    ['no difference, and none of that size', [pair(10, 10)], 'refuted'],
    ['no clear difference, but that size may be', [pair(10, 16, 0.5)], 'mixed'],
    ['too few samples', [few], 'not measured'],
  ];
  test.each(cases)('%s', (_, all, want) => {
    expect(times(all, 1.8, 2.2).verdict).toBe(want);
  });
  test('a claim of less counts the same way', () => {
    expect(times([pair(20, 10)], 0.4, 0.6).verdict).toBe('confirmed');
    expect(times([pair(20, 15)], 0.4, 0.6).verdict).toBe('mixed');
    expect(times([pair(10, 20)], 0.4, 0.6).verdict).toBe('refuted');
  });
});

describe('no gain from more', () => {
  // The side with more workers is the one that the claim's opposite says takes less.
  const cases: [string, Pair[], string][] = [
    ['as long', [pair(10, 10, 0.01)], 'confirmed'],
    ['longer', [pair(20, 10)], 'confirmed'],
    ['twice as fast', [pair(10, 20)], 'refuted'],
    ['as long by an interval that is too wide to tell', [pair(10, 10, 0.2)], 'mixed'],
    ['faster by less than five per cent', [pair(10, 10.3, 0.001)], 'confirmed'],
    ['one faster and one not', [pair(10, 20), pair(10, 10, 0.01)], 'mixed'],
  ];
  test.each(cases)('%s', (_, all, want) => {
    expect(noGain(all).verdict).toBe(want);
  });
});

describe('the evidence', () => {
  test('names numbers with their intervals, and which point is closest', () => {
    expect(generally([holds, pair(10, 12)]).evidence).toBe(
      'Clear at both points, closest at n=1, a 10.0\u202fms (9.80\u202fms to 10.2\u202fms) against b 12.0\u202fms (11.8\u202fms to 12.2\u202fms).',
    );
  });
  test('names the furthest counterexample, and counts the rest', () => {
    const { evidence } = generally([holds, opposite, pair(40, 10), unclear, few]);
    expect(evidence).toMatch(
      /^Clear at 1 of 4 points, .*; the other way at 2 of 4 points, furthest at n=1, a 40\.0/,
    );
    expect(evidence).toContain(
      '; no clear difference at 1 of 4 points; 1 with fewer than 6 samples left out.',
    );
  });
  test('is one sentence', () => {
    for (const finding of [
      generally([holds]),
      generally([]),
      generally([few]),
      everywhere([opposite, unclear]),
    ])
      expect(finding.evidence.match(/\.( |$)/g)).toHaveLength(1);
  });
});

describe('pairs', () => {
  const benchmark = (runtime: string, exec: string, n: string, ms: number): Benchmark => ({
    workload: 'W',
    name: `W/n=${n}`,
    parameters: { n },
    exec,
    runtime,
    procs: 1,
    values: { 'sec/op': estimate(ms) },
    curve: [],
    unsteady: 0,
    failures: [],
    notes: [],
    unranked: '',
  });
  const all = [
    benchmark('go', 'goroutine', '1', 1),
    benchmark('go', 'goroutine', '2', 2),
    benchmark('jvm-25', 'io', '1', 3),
    benchmark('jvm-25', 'pool', '1', 4),
    benchmark('jvm-25', 'pool', '3', 5),
  ];
  const told = (list: Pair[]) => list.map((p) => `${p.at}: ${p.less.name} < ${p.more.name}`);
  test('what did not settle has no twin', () => {
    const [go, other, io] = all as [Benchmark, Benchmark, Benchmark];
    const list = pairs([go, other, { ...io, unsteady: io.values['sec/op']?.n ?? 0 }], {
      unit: 'sec/op',
      apart: ['runtime', 'exec'],
      less: (b) => b.runtime === 'go',
      more: (b) => b.runtime !== 'go',
    });
    expect(told(list)).toEqual([]);
  });
  test('twins of two runtimes', () => {
    const list = pairs(all, {
      unit: 'sec/op',
      apart: ['runtime', 'exec'],
      less: (b) => b.runtime === 'go',
      more: (b) => b.runtime !== 'go',
    });
    expect(told(list)).toEqual(['n=1: go < jvm-25 io', 'n=1: go < jvm-25 pool']);
  });
  test('two execs of a runtime, and two values of a parameter', () => {
    const execs = pairs(all, {
      unit: 'sec/op',
      apart: ['exec'],
      less: (b) => b.exec === 'io',
      more: (b) => b.exec === 'pool',
    });
    expect(told(execs)).toEqual(['jvm-25 n=1: io < pool']);
    const sizes = pairs(all, {
      unit: 'sec/op',
      apart: ['n'],
      less: (b) => b.parameters.n === '1',
      more: (b) => b.parameters.n !== '1',
    });
    expect(told(sizes)).toEqual(['go: n=1 < n=2', 'jvm-25 pool: n=1 < n=3']);
  });
  test('none in a unit that was not measured', () => {
    expect(pairs(all, { unit: 'B/op', apart: ['exec'], less: () => true, more: () => true })).toEqual([]);
  });
});
