import { expect, test } from 'vitest';
import { baseOf, beside, runtimesOf, twins } from '../src/cards/twins.ts';
import type { Benchmark } from '../src/data/run.ts';
import { goldenRun } from './golden.ts';

const run = goldenRun('trend');
const of = (runtime: string) =>
  run.benchmarks.find((b) => b.runtime === runtime && b.workload === 'MatMul') as Benchmark;
const [go, jvm] = [of('go'), of('jvm-25')];

test('a benchmark has the ratio to its twin, and its twin has the ratio turned round', () => {
  const there = beside(jvm, go, 'sec/op');
  const back = beside(go, jvm, 'sec/op');
  expect((there?.ratio ?? 0) * (back?.ratio ?? 0)).toBeCloseTo(1, 9);
  expect((there?.ends?.[0] ?? 0) * (back?.ends?.[1] ?? 0)).toBeCloseTo(1, 9);
  expect(there?.clear).toBe(true);
});

test('the baseline itself has no ratio, and neither has what did not settle, on either side', () => {
  expect(beside(go, go, 'sec/op')?.ratio).toBeUndefined();
  const restless = (b: Benchmark) => ({ ...b, unsteady: b.values['sec/op']?.n ?? 0 });
  expect(beside(restless(jvm), go, 'sec/op')).toMatchObject({ ratio: undefined, unsteady: true });
  expect(beside(jvm, restless(go), 'sec/op')).toMatchObject({ ratio: undefined, unsteady: false });
  expect(beside(jvm, undefined, 'sec/op')?.ratio).toBeUndefined();
  expect(beside(jvm, go, 'no-unit')).toBeUndefined();
});

test('the baseline is the one that is wanted, else Go, else the first', () => {
  const names = runtimesOf(run);
  expect(baseOf(names, 'jvm-25')).toBe('jvm-25');
  expect(baseOf(names, 'gone')).toBe('go');
  expect(baseOf(['jvm-17', 'jvm-25'], undefined)).toBe('jvm-17');
});

test('each benchmark of two runtimes or more has a row', () => {
  const names = runtimesOf(run);
  const rows = twins(run, names, 'go');
  expect(rows.map((r) => r.name)).toEqual([...new Set(run.benchmarks.map((b) => b.name))]);
  const row = rows.find((r) => r.workload === 'MatMul');
  expect(row?.cells[names.indexOf('go')]?.ratio).toBeUndefined();
  expect(row?.cells[names.indexOf('jvm-25')]?.ratio).toBeCloseTo(
    (jvm.values['sec/op']?.center ?? 0) / (go.values['sec/op']?.center ?? 1),
    9,
  );
});
