// Whoever measures exactly what a study published must read that its claims are confirmed. Each claim is judged on the
// published numbers themselves, with intervals that know nothing but them.

import { expect, test } from 'vitest';
import type { Benchmark, Estimate } from '../src/data/run.ts';
import { CLAIMS, judged } from '../src/study/claims.ts';
import { type Mode, published, sweepValue, sweepXs } from '../src/study/published.ts';
import { type Data, dataOf, type Held, MODES, PATTERNS, type Subject } from '../src/study/source.ts';
import { heldOf } from './study.ts';

const [first] = heldOf() as [Held];
const { b, c, d } = published;

interface Point {
  workload: string;
  parameters: Record<string, string>;
  runtime?: string;
  exec: string;
  values: Record<string, number>;
}

function benchmark({ workload, parameters, runtime = 'jvm-25', exec, values }: Point): Benchmark {
  const exact = (v: number): Estimate => ({ center: v, low: v, high: v, n: 10, samples: [] });
  return {
    workload,
    name: [workload, ...Object.entries(parameters).map(([k, v]) => `${k}=${v}`)].join('/'),
    parameters,
    exec,
    runtime,
    procs: 4,
    values: Object.fromEntries(Object.entries(values).map(([unit, v]) => [unit, exact(v)])),
    curve: [],
    unsteady: 0,
    failures: [],
    notes: [],
    unranked: '',
  };
}

function dataFrom(points: Point[]): Data {
  const machine = { ...first.run.machine, cores: 4 };
  const run = { ...first.run, machine, benchmarks: points.map(benchmark) };
  return dataOf([{ entry: { ...first.entry, profile: 'study' }, run }]);
}

const RUNTIMES: Record<Mode, string> = {
  go: 'go',
  kt: 'jvm-25',
  kt_graal: 'native-image-25',
  kt_ntv: 'kotlin-native',
};

/** Its figures are of means; below n = 100 a timer of whole milliseconds tells nothing apart. */
function studyA(): Point[] {
  const points: Point[] = [];
  for (const sweep of ['workers', 'n'] as const)
    for (const pattern of PATTERNS)
      for (const mode of MODES)
        for (const x of sweepXs(sweep).filter(
          (v) => sweep === 'workers' || (Number(v) >= 100 && v !== '250'),
        )) {
          const seconds = sweepValue(sweep, pattern, mode, x, 'mean');
          if (seconds === undefined) continue;
          const at = sweep === 'workers' ? { n: '250', workers: x } : { n: x, workers: '8' };
          points.push({
            workload: 'MatMul',
            parameters: { pattern, ...at },
            runtime: RUNTIMES[mode],
            exec: mode === 'go' ? 'goroutine' : 'event-loop',
            values: { 'sec/op': seconds },
          });
        }
  const at = ['workers', 'coordinator', 'kt', '1'] as const;
  points.push({
    workload: 'MatMul',
    parameters: { pattern: 'coordinator', n: '250', workers: '1' },
    exec: 'event-loop',
    values: {
      'sec/op': sweepValue(...at, 'mean') ?? 0,
      'first-sec/op': sweepValue(...at, 'first') ?? 0,
      'tenth-sec/op': sweepValue(...at, 'last') ?? 0,
    },
  });
  return points;
}

function studyB(): Point[] {
  const points: Point[] = [];
  const against = { ...b.fileAgainst };
  b.counts.forEach((count, i) => {
    const rest: Record<string, number> = { io: b.rest.io[i] ?? 0, pool: b.rest.pool[i] ?? 0 };
    rest.default = (rest.pool ?? 0) * (1 + (b.restAgainst.default.share[i] ?? 0));
    const threads = b.restAgainst.platform.share[i];
    if (typeof threads === 'number') rest.platform = (rest.io ?? 0) * (1 + threads);
    for (const [exec, ms] of Object.entries(rest))
      points.push({
        workload: 'HTTPClient',
        parameters: { requests: String(count), limit: '64' },
        exec,
        values: { 'sec/op': ms / 1000 },
      });
    const [pool, io] = [b.file.pool[i] ?? 0, b.file.io[i] ?? 0];
    const file: Record<string, number> = {
      pool,
      io,
      default: io + (against.default.ms[i] ?? 0),
      virtual: io * (1 + (against.virtual.share[i] ?? 0)),
      platform: pool * (1 + (against.platform.share[i] ?? 0)),
    };
    for (const [exec, ms] of Object.entries(file)) {
      const used = count === 5000 ? b.resources[exec as keyof typeof b.resources] : undefined;
      points.push({
        workload: 'FileIO',
        parameters: { files: String(count), limit: '64' },
        exec,
        values: {
          'sec/op': ms / 1000,
          ...(used && { 'cpu-sec/op': (used.cpu / 100) * 12 * (ms / 1000), 'peak-rss-bytes': used.mb * 1e6 }),
        },
      });
    }
  });
  return points;
}

/** Its threads were measured in both languages, and here there is one server for both. */
function studyC(threads: 'java-threads' | 'kotlin-threads'): Point[] {
  const rows = {
    platform: c.rows[threads],
    virtual: c.rows['java-virtual'],
    io: c.rows['kotlin-coroutines'],
  };
  return c.rates.flatMap((rate, i) =>
    Object.entries(rows).map(([exec, row]): Point => {
      const latency = rate === 8000 && {
        'sec/op': row.mean / 1000,
        'p50-sec': row.p50 / 1000,
        'p95-sec': row.p95 / 1000,
        // Of Java's alone.
        ...(row.max !== null && { 'max-sec': row.max / 1000 }),
      };
      return {
        workload: 'HTTPServer',
        parameters: { rate: String(rate) },
        exec,
        values: {
          'threads-started': row.threads[i] ?? 0,
          'live-heap-B': (row.heap[i] ?? 0) * 1e6,
          ...latency,
        },
      };
    }),
  );
}

const counter = (variant: string, workers: number, exec: string, increments: number, ms: number): Point => ({
  workload: 'Counter',
  parameters: { variant, increments: String(increments), workers: String(workers) },
  exec,
  values: { 'sec/op': ms / 1000 / increments },
});

/** What it says of 10⁹ is of a loop that was folded, and so of that claim alone. */
function studyD(set: 'isolated' | 'blog', folded: boolean): Point[] {
  const times: Record<string, number[]> = d[set];
  const points = d.work.flatMap((work, i) =>
    Object.entries(times).map(([name, ms]) => {
      const exec = name === 'single' || name === 'coroutines' ? 'event-loop' : name;
      return counter('isolated', name === 'single' ? 1 : 10, exec, work, ms[i] ?? 0);
    }),
  );
  for (const [exec, share] of Object.entries(d.lost)) {
    const plain = counter('plain', 10, exec, 1e10, exec === 'pool' ? 1512 : 1617);
    points.push({ ...plain, values: { ...plain.values, 'lost-updates/op': share } });
    points.push(counter('volatile', 10, exec, 1e10, 100 * (exec === 'pool' ? 1512 : 1617)));
  }
  // With one processor nothing runs beside anything else, and that must not count against what was said of four.
  const one = points.map((p) => ({
    ...p,
    parameters: { ...p.parameters, cpus: '1' },
    values: { 'sec/op': 1, ...('lost-updates/op' in p.values && { 'lost-updates/op': 0.01 }) },
  }));
  return [
    ...points.filter((p) => (p.parameters.increments === '1000000000') === folded),
    ...(folded ? [] : one),
  ];
}

function setsOf(id: string): Point[][] {
  if (id === 'd-coroutines-fastest') return [studyD('blog', false).filter((p) => !('cpus' in p.parameters))];
  if (id === 'd-folded') return [studyD('isolated', true)];
  const sets: Record<string, Point[][]> = {
    a: [studyA()],
    b: [studyB()],
    c: [studyC('java-threads'), studyC('kotlin-threads')],
    d: [studyD('isolated', false)],
  };
  return sets[id.charAt(0)] ?? [];
}

test.each(CLAIMS.map((claim) => [claim.id, claim] as const))('%s is what its study measured', (id, claim) => {
  for (const points of setsOf(id)) {
    // The longest request of Kotlin's threads wasn't published.
    if (
      id === 'c-max' &&
      points.some((p) => p.exec === 'platform' && !('max-sec' in p.values) && p.parameters.rate === '8000')
    )
      continue;
    const { verdict, evidence } = judged(claim, dataFrom(points));
    expect(verdict, evidence).toBe(claim.own ?? 'confirmed');
  }
});

test('a claim that its own study refutes says so', () => {
  for (const claim of CLAIMS.filter((one) => one.own))
    expect(claim.note, claim.id).toContain('Its own medians say otherwise');
});

test('a server that did not hold 8000 requests a second is not held against one that did', () => {
  const points = studyC('java-threads').map((p) => ({
    ...p,
    values: {
      ...p.values,
      'achieved-ops/s':
        p.exec === 'platform' && p.parameters.rate === '8000' ? 900 : Number(p.parameters.rate),
    },
  }));
  for (const id of ['c-median', 'c-p95', 'c-max']) {
    const claim = CLAIMS.find((one) => one.id === id);
    expect(claim && judged(claim, dataFrom(points))).toEqual({
      verdict: 'not measured',
      evidence: 'Some servers answered fewer than 8000 requests a second: platform 900.',
    });
  }
});

const SUBJECTS: Subject[] = ['matmul', 'cold', 'file', 'rest', 'server', 'counter'];
test('the published numbers reach every subject', () => {
  const all = dataFrom([...studyA(), ...studyB(), ...studyC('java-threads'), ...studyD('isolated', false)]);
  for (const subject of SUBJECTS) expect(all[subject], subject).toBeDefined();
});
