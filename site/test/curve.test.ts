import { describe, expect, test } from 'vitest';
import type { Card } from '../src/cards/cards.ts';
import { choose } from '../src/cards/choice.ts';
import { CURVE_UNIT, type Curves, curvesOf } from '../src/cards/curve.ts';
import { plainText } from '../src/cards/sentence.ts';
import { seriesOf } from '../src/cards/series.ts';
import { settling } from '../src/cards/settling.ts';
import { parse } from '../src/cards/state.ts';
import { look, slots } from '../src/chart/palette.ts';
import type { Benchmark, Run } from '../src/data/run.ts';
import { goldenRun } from './golden.ts';

const cold = goldenRun('cold');

function curves(run: Run, address = ''): Curves | undefined {
  const state = parse(address);
  const choice = choose(run, state);
  if (!choice) throw new Error('no choice');
  return curvesOf(choice, seriesOf(run, choice.workload.name, slots([])), state.warmHeld);
}

const at = (run: Run, address = '') => curves(run, address)?.at.map((f) => `${f.name}=${f.value}`);
const without = (run: Run, drop: (b: Benchmark) => boolean): Run => ({
  ...run,
  benchmarks: run.benchmarks.map((b) => (drop(b) ? { ...b, curve: [] } : b)),
});

test('a card for each value of the card parameter, an x for each operation, a point for each of a curve', () => {
  const got = curves(cold);
  expect(got?.cards.map((c) => c.where)).toEqual(
    ['fan', 'coordinator', 'pure'].map((value) => [{ name: 'pattern', value }]),
  );
  expect(got?.processes).toEqual([10, 10]);
  const [card] = got?.cards ?? [];
  expect([card?.xs[0], card?.xs.at(-1), card?.xs.length]).toEqual(['1', '50', 50]);
  for (const row of card?.rows ?? []) {
    const own = cold.benchmarks.find(
      (b) => b.runtime === row.series.runtime && b.name === 'MatMul/pattern=fan/n=100/workers=8',
    );
    expect(row.cells.map((c) => c?.values[CURVE_UNIT]?.center)).toEqual(own?.curve);
  }
});

test('no curve, no section', () => {
  expect(curves(goldenRun('tour'))).toBeUndefined();
});

test('a runtime without a curve has no point', () => {
  const [card] = curves(without(cold, (b) => b.runtime === 'go'))?.cards ?? [];
  expect(card?.rows[0]?.cells.every((c) => c === undefined)).toBe(true);
});

describe('the parameters that part no cards', () => {
  test('x is at its largest value unless the reader chooses', () => {
    expect(at(cold)).toEqual(['n=100', 'workers=8']);
    expect(at(cold, '?w.workers=1')).toEqual(['n=100', 'workers=1']);
    expect(at(cold, '?w.workers=3')).toEqual(['n=100', 'workers=8']);
    expect(curves(cold)?.at.at(-1)?.values).toEqual(['1', '8']);
  });
  test('what the page holds is followed, and offers no choice of its own', () => {
    const followed = curves(cold, '?x=n&p.workers=1&w.workers=8')?.at;
    expect(followed).toEqual([
      { name: 'workers', value: '1', values: [] },
      { name: 'n', value: '100', values: ['100'] },
    ]);
  });
  test('all is no single value: the largest is taken and can be changed', () => {
    expect(at(cold, '?x=n&p.workers=all')).toEqual(['workers=8', 'n=100']);
    expect(at(cold, '?x=n&p.workers=all&w.workers=1')).toEqual(['workers=1', 'n=100']);
  });
  test('where the page holds a value without curves, one that has them is shown', () => {
    const run = without(cold, (b) => b.parameters.workers === '1');
    expect(at(run, '?x=n&p.workers=1')).toEqual(['workers=8', 'n=100']);
  });
});

/** One card; a row is a list of milliseconds. */
function card(rows: Record<string, number[]>): Card {
  const length = Math.max(...Object.values(rows).map((r) => r.length));
  const base = cold.benchmarks[0] as Benchmark;
  return {
    where: [],
    xs: Array.from({ length }, (_, i) => String(i + 1)),
    rows: Object.entries(rows).map(([name, times]) => ({
      series: { key: name, label: name, runtime: name, exec: 'e', look: look(0, 0) },
      cells: times.map((ms) => ({
        ...base,
        values: { [CURVE_UNIT]: { center: ms / 1000, low: null, high: null, n: 0, samples: [] } },
      })),
    })),
  };
}

const falling = (first: number, rest: number) => [first, ...Array(9).fill(rest)];

describe('a card of curves is told', () => {
  const cases: [string, Record<string, number[]>, string][] = [
    [
      'a fall, and who has none',
      { go: falling(2, 2), jvm: falling(76, 2) },
      'jvm’s first operation takes 38.0× the median of its last 2; no visible warm-up in go.',
    ],
    [
      'the steepest first',
      { go: falling(3, 2), a: falling(20, 2), b: falling(40, 2) },
      'b’s first operation takes 20.0× the median of its last 2, a’s 10.0× and go’s 1.50×.',
    ],
    [
      'of many, the ends and the first series',
      { go: falling(3, 2), a: falling(20, 2), b: falling(40, 2), c: falling(2.2, 2), d: falling(30, 2) },
      'b’s first operation takes 20.0× the median of its last 2, go’s 1.50× and c’s 1.10×, with 2 more between them.',
    ],
    [
      'a first operation within the range of the last shows nothing',
      { go: [3, 2, 2, 2, 2, 2, 2, 2, 2, 3.5], jvm: falling(2, 2) },
      'No visible warm-up in go and jvm.',
    ],
    [
      'one slow operation at the end is not the end',
      { go: [40, ...Array(13).fill(2), 30] },
      'go’s first operation takes 20.0× the median of its last 3.',
    ],
    ['few operations', { go: [8, 4, 2] }, 'go’s first operation takes 4.00× its last.'],
    ['a single operation', { go: [8] }, ''],
    [
      'a curve that broke off',
      { go: falling(4, 2), jvm: [8, 2] },
      'go’s first operation takes 2.00× the median of its last 2.',
    ],
  ];
  test.each(cases)('%s', (_, rows, want) => {
    expect(plainText(settling(card(rows), new Set()))).toBe(want);
  });

  test('a hidden series is not told of', () => {
    const rows = { go: falling(4, 2), jvm: falling(8, 2) };
    expect(plainText(settling(card(rows), new Set(['jvm'])))).toBe(
      'go’s first operation takes 2.00× the median of its last 2.',
    );
  });
});
