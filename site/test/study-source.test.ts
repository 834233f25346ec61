import { describe, expect, test } from 'vitest';
import type { Benchmark } from '../src/data/run.ts';
import { type Data, dataOf, entriesOf, gather, type Held, type Subject } from '../src/study/source.ts';
import { goldenIndex, goldenRun } from './golden.ts';
import { heldOf } from './study.ts';

const held = heldOf();
const data = dataOf(held);
const has = (subject: Subject) => data[subject] as NonNullable<Data[Subject]>;
const find = (subject: Subject, runtime: string, name: string) =>
  has(subject).benchmarks.find((b) => b.runtime === runtime && b.name === name);

test('only runs of the study and of cold starts are read, the newest, and not without end', () => {
  expect(held.map((h) => h.entry.profile)).toEqual(['study', 'study', 'cold', 'study']);
  const [entry] = goldenIndex('study').runs.filter((r) => r.profile === 'study');
  const many = Array.from({ length: 100 }, (_, i) => ({ ...(entry as Held['entry']), id: String(i) }));
  expect(entriesOf({ runs: many })).toHaveLength(32);
  expect(entriesOf({ runs: many })[0]?.id).toBe('0');
});

describe('a subject is of one machine', () => {
  test('the one of its newest run', () => {
    expect(has('matmul').machine.cpu).toContain('EPYC');
    expect(has('matmul').benchmarks.some((b) => b.values['sec/op']?.center === 88)).toBe(false);
    expect(has('server').machine.cpu).toContain('Xeon');
  });
  test('what differs in cores alone is another machine', () => {
    const [first, second] = held;
    const other = {
      ...(second as Held),
      run: { ...(second as Held).run, machine: { ...(second as Held).run.machine, cores: 64 } },
    };
    const measured = gather([first as Held, other], (b) => b.workload === 'MatMul');
    expect(measured?.runs).toEqual([first]);
  });
});

test('of two runs the newer speaks for a benchmark, and the older for what the newer lacks', () => {
  const name = 'MatMul/pattern=fan/n=250/workers=8';
  const newest = goldenRun('study', 1).benchmarks.find((b) => b.runtime === 'go' && b.name === name);
  expect(find('matmul', 'go', name)).toEqual(newest);
  expect(find('matmul', 'kotlin-native', name)).toBeDefined();
  expect(has('matmul').runs).toHaveLength(2);
});

test('the newest JDK stands for the JVM', () => {
  expect(has('matmul').runtimes.get('kt')).toBe('jvm-25');
  expect(has('matmul').benchmarks.some((b) => b.runtime === 'jvm-21')).toBe(false);
});

test.each([
  ['jvm-9', 'jvm-25', 'jvm-25'],
  ['jvm-26', 'jvm-25', 'jvm-26'],
  ['jvm-25-zgc', 'jvm-21', 'jvm-21'],
])('of %s and %s, %s stands for the JVM', (a, b, want) => {
  const [first] = held as [Held];
  const [some] = first.run.benchmarks as [Benchmark];
  const benchmarks = [a, b].map((runtime) => ({ ...some, runtime }));
  const measured = gather([{ ...first, run: { ...first.run, benchmarks } }], () => true);
  expect(measured?.runtimes.get('kt')).toBe(want);
});

describe('what failed everywhere', () => {
  const [first] = held as [Held];
  const [some] = first.run.benchmarks as [Benchmark];
  const failed = { ...some, runtime: 'jvm-26', values: {}, failures: [{ count: 1, reason: 'x' }] };
  const of = (benchmarks: Benchmark[]) =>
    gather([{ ...first, run: { ...first.run, benchmarks } }], () => true);
  test('gives way to an older runtime with values', () => {
    expect(of([failed, { ...some, runtime: 'jvm-25' }])?.runtimes.get('kt')).toBe('jvm-25');
  });
  test('is shown with its failures where there is no other', () => {
    expect(of([failed])?.benchmarks).toEqual([failed]);
    expect(of([failed])?.runs).toHaveLength(1);
  });
});

test('runs of runtimes that stand for no mode give nothing', () => {
  const [first] = held as [Held];
  const [some] = first.run.benchmarks as [Benchmark];
  const benchmarks = [{ ...some, runtime: 'graal-jit-25' }];
  expect(gather([{ ...first, run: { ...first.run, benchmarks } }], () => true)).toBeUndefined();
});

test('a skip is known from any run on the machine', () => {
  const [newest, older] = held as [Held, Held];
  expect(has('file').skipped).toEqual(newest.run.runtimes.filter((r) => r.status === 'skipped'));
  expect(gather([older], (b) => b.workload === 'FileIO')?.skipped).toEqual([]);
});

test('parameters off their defaults match nothing in the study, and the sequential product has a table of its own', () => {
  const [first] = held as [Held];
  const [some] = first.run.benchmarks as [Benchmark];
  const changed = [{ kernel: 'ijk' }, { pattern: 'sequential' }, { cpus: '2' }].map((p) => ({
    ...some,
    parameters: { ...some.parameters, ...(p as Record<string, string>) },
  }));
  const found = dataOf([{ ...first, run: { ...first.run, benchmarks: changed } }]);
  expect(Object.keys(found)).toEqual(['sequential']);
  expect(found.sequential?.benchmarks.map((b) => b.parameters.pattern)).toEqual(['sequential']);
});

test('cold starts come from their own profile, and what nobody measured is missing', () => {
  expect(has('cold').runs.map((h) => h.entry.profile)).toEqual(['cold']);
  expect(data.pi).toBeUndefined();
  expect(dataOf([])).toEqual({});
});
