import { describe, expect, test } from 'vitest';
import type { Benchmark, Estimate, Machine } from '../src/data/run.ts';
import type { Claim } from '../src/study/claim.ts';
import { CLAIMS, judged } from '../src/study/claims.ts';
import { sweepValue } from '../src/study/published.ts';
import { dataOf, type Held, type Measured, type Subject } from '../src/study/source.ts';
import type { Verdict } from '../src/study/weigh.ts';
import { heldOf } from './study.ts';

const data = dataOf(heldOf());
const claim = (id: string) => CLAIMS.find((c) => c.id === id) as Claim;

function estimate(center: number, part = 0.01): Estimate {
  return { center, low: center * (1 - part), high: center * (1 + part), n: 10, samples: [] };
}

interface Point {
  parameters: Record<string, string>;
  runtime?: string;
  exec: string;
  values: Record<string, number>;
}

const [{ run }] = heldOf() as [Held];

/** measured is what a run with these points would make of the subject. */
function measured(
  subject: Subject,
  workload: string,
  points: Point[],
  machine: Partial<Machine> = {},
): Measured {
  const benchmarks = points.map(
    ({ parameters, runtime = 'jvm-25', exec, values }): Benchmark => ({
      workload,
      name: workload,
      parameters,
      exec,
      runtime,
      procs: 4,
      values: Object.fromEntries(Object.entries(values).map(([unit, v]) => [unit, estimate(v)])),
      curve: [],
      unsteady: 0,
      failures: [],
      notes: [],
      unranked: '',
    }),
  );
  // The names part benchmarks from each other.
  for (const b of benchmarks)
    b.name = [workload, ...Object.entries(b.parameters).map(([k, v]) => `${k}=${v}`)].join('/');
  const own = { ...run, machine: { ...run.machine, ...machine }, benchmarks };
  const entry = { ...(heldOf()[0] as Held).entry, profile: 'study' };
  return dataOf([{ entry, run: own }])[subject] as Measured;
}

/** Times of MatMul by runtime and exec, at points of pattern, n and workers. */
function matrices(times: Record<string, number>, parameters: Record<string, string>): Point[] {
  return Object.entries(times).map(([name, seconds]) => {
    const [runtime = '', exec = ''] = name.split(' ');
    return { parameters, runtime, exec, values: { 'sec/op': seconds } };
  });
}

const FAN = { pattern: 'fan', n: '250', workers: '8' };
const KOTLIN = 'jvm-25 event-loop';

/** Values of one unit by exec. */
function execs(values: Record<string, number>, parameters: Record<string, string>, unit = 'sec/op'): Point[] {
  return Object.entries(values).map(([exec, v]) => ({ parameters, exec, values: { [unit]: v } }));
}

/** One exec, at several values of a parameter. */
function over(
  name: string,
  values: Record<string, number>,
  rest: Record<string, string>,
  exec: string,
): Point[] {
  return Object.entries(values).map(([v, seconds]) => ({
    parameters: { ...rest, [name]: v },
    runtime: exec === 'goroutine' ? 'go' : 'jvm-25',
    exec,
    values: { 'sec/op': seconds },
  }));
}

const FILES = { files: '5000', limit: '64' };
const CALLS = { requests: '500', limit: '64' };
const RATE = { rate: '8000' };
const ISOLATED = { variant: 'isolated', workers: '10' };

/** Processors that were busy while 5000 files took two seconds. */
const loads = (busy: Record<string, number>): Point[] =>
  Object.entries(busy).map(([exec, cpus]) => ({
    parameters: FILES,
    exec,
    values: { 'sec/op': 2, 'cpu-sec/op': cpus * 2 },
  }));

/** What one thread takes alone. */
const alone = (seconds: number): Point[] => execs({ 'event-loop': seconds }, { ...ISOLATED, workers: '1' });

// For each claim measurements that bear it out, and others that don't.
const CASES: [id: string, workload: string, verdict: Verdict, points: Point[]][] = [
  ['a-go-everywhere', 'MatMul', 'confirmed', matrices({ 'go goroutine': 1, [KOTLIN]: 2 }, FAN)],
  [
    'a-go-everywhere',
    'MatMul',
    'refuted',
    [
      ...matrices({ 'go goroutine': 1, [KOTLIN]: 2 }, FAN),
      ...matrices({ 'go goroutine': 3, [KOTLIN]: 2 }, { ...FAN, n: '500' }),
    ],
  ],
  // The default dispatcher isn't what the study ran.
  [
    'a-go-everywhere',
    'MatMul',
    'confirmed',
    matrices({ 'go goroutine': 3, 'jvm-25 default': 2, [KOTLIN]: 4 }, FAN),
  ],
  [
    'a-jvm-pure',
    'MatMul',
    'confirmed',
    matrices({ 'go goroutine': 3, [KOTLIN]: 2 }, { pattern: 'pure', n: '2000', workers: '8' }),
  ],
  [
    'a-jvm-pure',
    'MatMul',
    'refuted',
    matrices({ 'go goroutine': 2, [KOTLIN]: 3 }, { pattern: 'pure', n: '2000', workers: '8' }),
  ],
  [
    'a-jvm-pure',
    'MatMul',
    'not measured',
    matrices({ 'go goroutine': 2, [KOTLIN]: 3 }, { pattern: 'pure', n: '500', workers: '8' }),
  ],
  [
    'a-go-constant',
    'MatMul',
    'confirmed',
    over('workers', { 1: 1, 8: 0.95, 50: 1.05 }, { pattern: 'fan', n: '250' }, 'goroutine'),
  ],
  [
    'a-go-constant',
    'MatMul',
    'refuted',
    over('workers', { 1: 2, 50: 1 }, { pattern: 'fan', n: '250' }, 'goroutine'),
  ],
  [
    'a-go-constant',
    'MatMul',
    'not measured',
    over('workers', { 1: 2, 50: 1 }, { pattern: 'fan', n: '250' }, 'event-loop'),
  ],
  [
    'a-no-speed-up',
    'MatMul',
    'confirmed',
    over('workers', { 1: 1, 8: 1, 50: 1.1 }, { pattern: 'fan', n: '250' }, 'event-loop'),
  ],
  [
    'a-no-speed-up',
    'MatMul',
    'refuted',
    over('workers', { 1: 2, 8: 1, 50: 1 }, { pattern: 'fan', n: '250' }, 'event-loop'),
  ],
  [
    'a-pure-slowest',
    'MatMul',
    'confirmed',
    over('pattern', { fan: 1, coordinator: 2, pure: 3 }, { n: '250', workers: '8' }, 'goroutine'),
  ],
  [
    'a-pure-slowest',
    'MatMul',
    'refuted',
    over('pattern', { fan: 1, coordinator: 4, pure: 3 }, { n: '250', workers: '8' }, 'goroutine'),
  ],
  [
    'a-fan-fastest',
    'MatMul',
    'confirmed',
    over('pattern', { fan: 1, coordinator: 2, pure: 3 }, { n: '250', workers: '8' }, 'event-loop'),
  ],
  [
    'a-fan-fastest',
    'MatMul',
    'mixed',
    over('pattern', { fan: 1, coordinator: 0.5, pure: 3 }, { n: '250', workers: '8' }, 'event-loop'),
  ],
  [
    'a-native-slowest',
    'MatMul',
    'confirmed',
    matrices({ 'go goroutine': 1, [KOTLIN]: 2, 'kotlin-native event-loop': 3 }, FAN),
  ],
  [
    'a-native-slowest',
    'MatMul',
    'mixed',
    matrices({ 'go goroutine': 1, [KOTLIN]: 4, 'kotlin-native event-loop': 3 }, FAN),
  ],
  ['a-native-slowest', 'MatMul', 'not measured', matrices({ 'go goroutine': 1, [KOTLIN]: 2 }, FAN)],
  [
    'a-native-image-fan',
    'MatMul',
    'confirmed',
    matrices({ [KOTLIN]: 1.8, 'native-image-25 event-loop': 1 }, FAN),
  ],
  [
    'a-native-image-fan',
    'MatMul',
    'mixed',
    matrices({ [KOTLIN]: 1.2, 'native-image-25 event-loop': 1 }, FAN),
  ],
  [
    'a-native-image-fan',
    'MatMul',
    'refuted',
    matrices({ [KOTLIN]: 1, 'native-image-25 event-loop': 1 }, FAN),
  ],
  [
    'a-first-run',
    'MatMul',
    'confirmed',
    [
      {
        parameters: { pattern: 'coordinator', n: '250', workers: '1' },
        exec: 'event-loop',
        values: { 'first-sec/op': 4.4, 'tenth-sec/op': 1 },
      },
    ],
  ],
  [
    'a-first-run',
    'MatMul',
    'mixed',
    [
      {
        parameters: { pattern: 'coordinator', n: '250', workers: '1' },
        exec: 'event-loop',
        values: { 'first-sec/op': 20, 'tenth-sec/op': 1 },
      },
    ],
  ],
  ['b-rest-io-fastest', 'HTTPClient', 'confirmed', execs({ io: 1, pool: 2, default: 3, platform: 4 }, CALLS)],
  ['b-rest-io-fastest', 'HTTPClient', 'refuted', execs({ io: 2, pool: 1 }, CALLS)],
  [
    'b-rest-io-fastest',
    'HTTPClient',
    'not measured',
    [...execs({ io: 1 }, CALLS), ...execs({ pool: 2 }, { ...CALLS, limit: '8' })],
  ],
  ['b-rest-default', 'HTTPClient', 'confirmed', execs({ pool: 1, default: 1.06 }, CALLS)],
  ['b-rest-default', 'HTTPClient', 'refuted', execs({ pool: 1, default: 0.8 }, CALLS)],
  ['b-rest-pool', 'HTTPClient', 'confirmed', execs({ io: 1, pool: 1.2 }, CALLS)],
  ['b-rest-pool', 'HTTPClient', 'refuted', execs({ io: 1, pool: 0.9 }, CALLS)],
  ['b-rest-default-io', 'HTTPClient', 'confirmed', execs({ io: 1, default: 1.26 }, CALLS)],
  ['b-rest-default-io', 'HTTPClient', 'refuted', execs({ io: 1, default: 0.9 }, CALLS)],
  ['b-rest-threads', 'HTTPClient', 'confirmed', execs({ io: 1, platform: 3 }, CALLS)],
  ['b-rest-threads', 'HTTPClient', 'refuted', execs({ io: 1, platform: 0.9 }, CALLS)],
  ['b-file-io-pool', 'FileIO', 'confirmed', execs({ pool: 1, io: 1.08 }, FILES)],
  ['b-file-io-pool', 'FileIO', 'refuted', execs({ pool: 1, io: 0.9 }, FILES)],
  ['b-file-pool-fastest', 'FileIO', 'confirmed', execs({ pool: 1, io: 1.1 }, FILES)],
  ['b-file-pool-fastest', 'FileIO', 'refuted', execs({ pool: 1.1, io: 1 }, FILES)],
  ['b-file-default-few', 'FileIO', 'confirmed', execs({ default: 0.961, io: 1 }, { ...FILES, files: '500' })],
  ['b-file-default-few', 'FileIO', 'not measured', execs({ default: 0.961, io: 1 }, FILES)],
  ['b-file-default-many', 'FileIO', 'confirmed', execs({ default: 1.04, io: 1 }, FILES)],
  ['b-file-default-many', 'FileIO', 'refuted', execs({ default: 0.9, io: 1 }, FILES)],
  ['b-file-virtual', 'FileIO', 'confirmed', execs({ io: 1, virtual: 1.125 }, FILES)],
  ['b-file-virtual', 'FileIO', 'refuted', execs({ io: 1, virtual: 1 }, FILES)],
  ['b-file-threads', 'FileIO', 'confirmed', execs({ pool: 1, platform: 1.5 }, FILES)],
  ['b-file-threads', 'FileIO', 'mixed', execs({ pool: 1, platform: 1.15 }, FILES)],
  ['b-cpu-virtual', 'FileIO', 'confirmed', loads({ pool: 1, io: 2, virtual: 3 })],
  ['b-cpu-virtual', 'FileIO', 'refuted', loads({ pool: 3, io: 2, virtual: 1 })],
  ['b-memory-pool', 'FileIO', 'confirmed', execs({ pool: 1, io: 2, platform: 3 }, FILES, 'peak-rss-bytes')],
  ['b-memory-pool', 'FileIO', 'refuted', execs({ pool: 3, io: 2, platform: 1 }, FILES, 'peak-rss-bytes')],
  [
    'c-threads',
    'HTTPServer',
    'confirmed',
    execs({ platform: 80000, virtual: 40, io: 60 }, RATE, 'threads-started'),
  ],
  ['c-threads', 'HTTPServer', 'mixed', execs({ platform: 400, virtual: 40 }, RATE, 'threads-started')],
  [
    'c-threads-coroutines',
    'HTTPServer',
    'confirmed',
    execs({ io: 24, cio: 24, virtual: 40 }, RATE, 'threads-started'),
  ],
  ['c-threads-coroutines', 'HTTPServer', 'refuted', execs({ io: 80, virtual: 40 }, RATE, 'threads-started')],
  ['c-heap', 'HTTPServer', 'confirmed', execs({ io: 2, virtual: 1, platform: 3 }, RATE, 'live-heap-B')],
  ['c-heap', 'HTTPServer', 'mixed', execs({ io: 4, virtual: 1, platform: 3 }, RATE, 'live-heap-B')],
  ['c-heap-virtual', 'HTTPServer', 'confirmed', execs({ io: 2, virtual: 1 }, RATE, 'live-heap-B')],
  ['c-heap-virtual', 'HTTPServer', 'refuted', execs({ io: 1, virtual: 2 }, RATE, 'live-heap-B')],
  ['c-median', 'HTTPServer', 'confirmed', execs({ io: 1, virtual: 1, platform: 2 }, RATE, 'p50-sec')],
  [
    'c-median',
    'HTTPServer',
    'not measured',
    execs({ io: 1, virtual: 1, platform: 2 }, { rate: '2000' }, 'p50-sec'),
  ],
  ['c-p95', 'HTTPServer', 'confirmed', execs({ cio: 1, platform: 2 }, RATE, 'p95-sec')],
  ['c-p95', 'HTTPServer', 'refuted', execs({ cio: 3, platform: 2 }, RATE, 'p95-sec')],
  ['c-mean', 'HTTPServer', 'confirmed', execs({ virtual: 1, io: 2 }, RATE)],
  ['c-mean', 'HTTPServer', 'refuted', execs({ virtual: 3, io: 2 }, RATE)],
  ['c-max', 'HTTPServer', 'confirmed', execs({ virtual: 1, platform: 2 }, RATE, 'max-sec')],
  ['c-max', 'HTTPServer', 'mixed', execs({ virtual: 1, platform: 1.01 }, RATE, 'max-sec')],
  [
    'd-coroutines-fastest',
    'Counter',
    'confirmed',
    execs({ default: 1, 'event-loop': 1, io: 1, pool: 2 }, ISOLATED),
  ],
  ['d-coroutines-fastest', 'Counter', 'refuted', execs({ default: 1, 'event-loop': 4, pool: 1 }, ISOLATED)],
  ['d-folded', 'Counter', 'confirmed', alone(0.02e-9)],
  ['d-folded', 'Counter', 'refuted', alone(1e-9)],
  ['d-io-third', 'Counter', 'confirmed', [...execs({ io: 1 }, ISOLATED), ...alone(2.95)]],
  ['d-io-third', 'Counter', 'refuted', [...execs({ io: 1 }, ISOLATED), ...alone(0.5)]],
  ['d-lost', 'Counter', 'confirmed', execs({ pool: 0.895 }, { variant: 'plain' }, 'lost-updates/op')],
  ['d-lost', 'Counter', 'refuted', execs({ pool: 0.3 }, { variant: 'plain' }, 'lost-updates/op')],
  ['d-lost', 'Counter', 'mixed', execs({ pool: 0.895, io: 0.3 }, { variant: 'plain' }, 'lost-updates/op')],
  ['d-volatile', 'Counter', 'confirmed', over('variant', { plain: 1, volatile: 100 }, {}, 'pool')],
  ['d-volatile', 'Counter', 'mixed', over('variant', { plain: 1, volatile: 10 }, {}, 'pool')],
  ['d-volatile', 'Counter', 'refuted', over('variant', { plain: 1, volatile: 0.5 }, {}, 'pool')],
];

test.each(CASES)('%s over %s is %s', (id, workload, verdict, points) => {
  const { subject } = claim(id);
  const finding = claim(id).judge(measured(subject, workload, points));
  expect(finding.verdict, finding.evidence).toBe(verdict);
});

test('every claim has measurements that bear it out and others that don’t', () => {
  for (const { id } of CLAIMS) {
    const verdicts = CASES.filter(([of]) => of === id).map(([, , verdict]) => verdict);
    expect(verdicts, id).toContain('confirmed');
    expect(new Set(verdicts).size, id).toBeGreaterThan(1);
  }
});

test('a claim on all runtimes says which of them weren’t measured', () => {
  const points = matrices({ 'go goroutine': 1, [KOTLIN]: 2 }, FAN);
  const { evidence } = claim('a-go-everywhere').judge(measured('matmul', 'MatMul', points));
  expect(evidence).toMatch(/; not measured: native image, Kotlin\/Native\.$/);
  const all = judged(claim('a-go-everywhere'), data);
  expect(all.evidence).not.toContain('not measured');
  // In the order of the name, and not of the file.
  expect(all.evidence).toMatch(/at pattern=\w+ n=\d+ workers=\d+, go /);
});

test('a claim on four processors isn’t judged on two', () => {
  const points = [...execs({ io: 1 }, ISOLATED), ...alone(2.95)];
  const finding = claim('d-io-third').judge(measured('counter', 'Counter', points, { cores: 2 }));
  expect(finding).toEqual({
    verdict: 'not measured',
    evidence: 'This claim needs 4 processors; this machine has 2.',
  });
});

describe('claims', () => {
  test('have ids of their own, a source, and a full stop', () => {
    expect(new Set(CLAIMS.map((c) => c.id)).size).toBe(CLAIMS.length);
    expect(CLAIMS.length).toBeGreaterThanOrEqual(16);
    for (const c of CLAIMS) {
      expect(c.id).toMatch(new RegExp(`^${c.study.toLowerCase()}-[a-z0-9-]+$`));
      expect(c.text).toMatch(/\.\)?$/);
      expect(c.source).not.toBe('');
    }
  });
  test('without data none is judged', () => {
    for (const c of CLAIMS) expect(judged(c, {}).verdict).toBe('not measured');
  });
  test('over the golden data each names numbers with their intervals', () => {
    for (const c of CLAIMS) {
      const { verdict, evidence } = judged(c, data);
      expect(verdict, c.id).not.toBe('not measured');
      expect(evidence, c.id).toMatch(/\d(\u202f\S+)? \(\d.* to \d.*\)/);
    }
  });
  test('quote the study’s own numbers right', () => {
    const ms = (...at: Parameters<typeof sweepValue>) => Math.round((sweepValue(...at) ?? 0) * 10_000) / 10;
    const texts = new Map(CLAIMS.map((c) => [c.id, `${c.text} ${c.note ?? ''}`]));
    expect([
      ms('n', 'coordinator', 'kt', '500', 'median'),
      ms('n', 'coordinator', 'go', '500', 'median'),
    ]).toEqual([242, 287]);
    expect(texts.get('a-go-everywhere')).toContain('242 ms and Go 287 ms');
    expect([ms('n', 'pure', 'kt', '2000', 'median'), ms('n', 'pure', 'go', '2000', 'median')]).toEqual([
      49_050.5, 76_252,
    ]);
    expect(texts.get('a-go-everywhere')).toContain('49.1 s against 76.3 s');
    expect([ms('workers', 'fan', 'go', '1', 'mean'), ms('workers', 'fan', 'go', '50', 'mean')]).toEqual([
      22.3, 20.7,
    ]);
    expect(texts.get('a-go-constant')).toContain('one worker (22.3 ms) to fifty (20.7 ms)');
    const grown = (['coordinator', 'pure'] as const).flatMap((pattern) =>
      ['1', '50'].map((workers) => Math.round(ms('workers', pattern, 'go', workers, 'mean'))),
    );
    expect(grown).toEqual([46, 57, 77, 111]);
    expect(texts.get('a-go-constant')).toContain(
      'coordinator grows from 46 to 57 ms and pure from 77 to 111 ms',
    );
    expect([
      ms('workers', 'fan', 'kt', '8', 'median'),
      ms('workers', 'fan', 'kt_ntv', '8', 'median'),
    ]).toEqual([46.5, 48]);
    expect(texts.get('a-native-slowest')).toContain('46.5 ms for the JVM, 48 ms for Kotlin/Native');
    expect([
      ms('workers', 'coordinator', 'kt', '1', 'first'),
      ms('workers', 'coordinator', 'kt', '1', 'last'),
    ]).toEqual([272, 61]);
    expect(texts.get('a-first-run')).toContain('272 ms and 61 ms');
  });
});
