import { expect, test } from 'vitest';
import { cardsOf, estimateOf, extent } from '../src/cards/cards.ts';
import { type Choice, choose } from '../src/cards/choice.ts';
import { seriesOf, skippedOf } from '../src/cards/series.ts';
import { parse } from '../src/cards/state.ts';
import { slots } from '../src/chart/palette.ts';
import type { Benchmark, Run } from '../src/data/run.ts';
import { goldenRun } from './golden.ts';

const sweep = goldenRun('sweep');
const tour = goldenRun('tour');

function chosen(run: Run, address = ''): Choice {
  const choice = choose(run, parse(address));
  if (!choice) throw new Error('no choice');
  return choice;
}

const held = (choice: Choice) => choice.held.map((h) => `${h.axis.name}=${h.value}`);

test('without a choice, x is the parameter with most values and the others are held where most points are', () => {
  const choice = chosen(sweep);
  expect([choice.workload.name, choice.card?.name, choice.x?.name, choice.unit.name]).toEqual([
    'MatMul',
    'pattern',
    'workers',
    'sec/op',
  ]);
  expect(held(choice)).toEqual(['n=250']);
});

test.each([
  ['?x=n', 'n', ['workers=8']],
  ['?x=n&p.workers=all', 'n', ['workers=all']],
  ['?x=n&p.workers=12', 'n', ['workers=12']],
  ['?x=n&p.workers=7', 'n', ['workers=8']],
  ['?x=pattern', 'workers', ['n=250']],
])('%s', (address, x, values) => {
  const choice = chosen(sweep, address);
  expect(choice.x?.name).toBe(x);
  expect(held(choice)).toEqual(values);
});

test('a unit or workload that the run lacks falls back to the first', () => {
  expect(chosen(tour, '?unit=ops/s&workload=Nothing').unit.name).toBe('sec/op');
  expect(chosen(sweep, '?workload=PingPong').xs.map((a) => a.values)).toEqual([['4']]);
});

test('units stand in the page’s order, and one that nobody knows comes last', () => {
  const cold = goldenRun('cold');
  const units = [{ name: 'ops/s', better: 'higher' as const }, ...cold.units].reverse();
  const benchmarks = cold.benchmarks.map((b) => ({
    ...b,
    values: { ...b.values, 'ops/s': { center: 1, low: 1, high: 1, n: 6, samples: [] } },
  }));
  const choice = chosen({ ...cold, units, benchmarks });
  expect(choice.units.map((u) => u.name)).toEqual([
    'sec/op',
    'cpu-sec/op',
    'B/op',
    'allocs/op',
    'start-sec',
    'first-sec/op',
    'tenth-sec/op',
    'peak-rss-bytes',
    'threads-started',
    'binary-bytes',
    'ops/s',
  ]);
  expect(choice.unit.name).toBe('sec/op');
});

test('without warm samples the first cold unit is shown', () => {
  expect(chosen(goldenRun('cold', 1)).unit.name).toBe('start-sec');
});

test('parameters are held, and the x axis has values, where the unit was measured', () => {
  const benchmarks = sweep.benchmarks.map((b) =>
    b.parameters.n === '100' && b.parameters.workers === '8'
      ? { ...b, values: { ...b.values, 'start-sec': { center: 1, low: 1, high: 1, n: 6, samples: [] } } }
      : { ...b, failures: [] },
  );
  const run = {
    ...sweep,
    units: [...sweep.units, { name: 'start-sec', better: 'lower' as const }],
    benchmarks,
  };
  const choice = chosen(run, '?unit=start-sec');
  expect(held(choice)).toEqual(['n=100']);
  expect(cardsOf(choice, seriesOf(run, 'MatMul', slots([]))).map((c) => c.xs)).toEqual([['8'], ['8'], ['8']]);
});

test('parameters with several values come first among the x axes', () => {
  expect(chosen(tour).xs.map((a) => a.name)).toEqual(['workers', 'n']);
});

test('a run without benchmarks has no choice', () => {
  expect(choose({ ...tour, benchmarks: [] }, parse(''))).toBeUndefined();
});

test('a parameter that is left out of a benchmark stands at its default', () => {
  const benchmarks: Benchmark[] = tour.benchmarks.map((b, i) =>
    i === 0 ? { ...b, parameters: { ...b.parameters, capacity: '0' } } : b,
  );
  const axis = chosen({ ...tour, benchmarks }).held.find((h) => h.axis.name === 'capacity');
  expect(axis?.axis.values).toEqual(['0', 'default']);
  expect(axis?.value).toBe('default');
});

test('series stand in the order of runtimes, go first, an exec named only where there are several', () => {
  const keys = seriesOf(sweep, 'MatMul', slots([])).map((s) => s.key);
  expect(keys).toEqual([
    'go',
    'jvm-17',
    'jvm-25/default',
    'jvm-25/event-loop',
    'graal-jit-25',
    'native-image-25',
  ]);
  const turned = { ...tour, runtimes: [...tour.runtimes].reverse() };
  expect(seriesOf(turned, 'MatMul', slots([])).map((s) => s.key)).toEqual(['go', 'jvm-25', 'jvm-17']);
});

test('a runtime whose benchmarks are all empty, as those of a skipped one, is no series', () => {
  const benchmarks = tour.benchmarks.map((b) => (b.runtime === 'jvm-17' ? { ...b, values: {} } : b));
  expect(seriesOf({ ...tour, benchmarks }, 'MatMul', slots([])).map((s) => s.key)).toEqual(['go', 'jvm-25']);
});

test('a runtime that has nothing but a curve is a series, and a skipped one is named apart', () => {
  const cold = goldenRun('cold');
  const benchmarks = cold.benchmarks.map((b) => (b.runtime === 'jvm-25-aot' ? { ...b, values: {} } : b));
  const series = seriesOf({ ...cold, benchmarks }, 'MatMul', slots([]));
  expect(series.map((s) => s.key)).toContain('jvm-25-aot');
  expect(skippedOf(cold, series).map((r) => r.name)).toEqual(['kotlin-native']);
});

test('the size of a file needs no six samples, if they agree', () => {
  const of = (samples: number[], unit: string) =>
    estimateOf(
      {
        ...(tour.benchmarks[0] as Benchmark),
        values: { [unit]: { center: 5, low: null, high: null, n: 2, samples } },
      },
      unit,
    );
  expect(of([5, 5], 'binary-bytes')).toMatchObject({ low: 5, high: 5 });
  expect(of([4, 6], 'binary-bytes')).toMatchObject({ low: null, high: null });
  expect(of([5, 5], 'sec/op')).toMatchObject({ low: null, high: null });
});

test('a card holds each benchmark of its place once', () => {
  const choice = chosen(sweep, '?x=n');
  const cards = cardsOf(choice, seriesOf(sweep, 'MatMul', slots([])));
  expect(cards.map((c) => c.where.map((w) => w.value))).toEqual([
    ['fan', '8'],
    ['coordinator', '8'],
    ['pure', '8'],
  ]);
  expect(cards[0]?.xs).toEqual(['10', '20', '50', '100', '150', '250', '500', '1000']);
  expect(cards[0]?.rows[3]?.cells[5]).toMatchObject({
    name: 'MatMul/pattern=fan/n=250/workers=8',
    runtime: 'jvm-25',
    exec: 'event-loop',
  });
});

test('all makes a card for every value that was measured', () => {
  const choice = chosen(sweep, '?p.n=all');
  const cards = cardsOf(choice, seriesOf(sweep, 'MatMul', slots([])));
  expect(cards.length).toBe(24);
  expect(cards[0]?.xs).toEqual(['8']);
});

test('hidden series do not stretch the axis', () => {
  const choice = chosen(tour);
  const series = seriesOf(tour, 'MatMul', slots([]));
  const cards = cardsOf(choice, series);
  const all = extent(cards, 'sec/op', new Set());
  const go = extent(cards, 'sec/op', new Set(['jvm-17', 'jvm-25']));
  expect(go?.[1]).toBeLessThan(all?.[1] ?? 0);
  expect(extent(cards, 'sec/op', new Set(series.map((s) => s.key)))).toBeUndefined();
});
