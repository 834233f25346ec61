import { describe, expect, test } from 'vitest';
import { linear, logarithmic } from '../src/chart/ticks.ts';

describe('linear', () => {
  test.each([
    [0, 0.03, 5, 1e-3, [0, 0.01, 0.02, 0.03]],
    [0, 5, 5, 1, [0, 1, 2, 3, 4, 5]],
    [1, 50, 6, 1, [10, 20, 30, 40, 50]],
    [0, 4096, 5, 1024, [0, 1024, 2048, 3072, 4096]],
    [3, 3, 5, 1, [3]],
  ])('%d to %d, at most %d', (low, high, most, factor, want) => {
    const got = linear(low, high, most, factor);
    expect(got.length).toBe(want.length);
    got.forEach((tick, i) => {
      expect(tick).toBeCloseTo(want[i] as number, 12);
    });
  });
});

describe('logarithmic', () => {
  test.each([
    [1e-4, 10, 6, [1e-4, 1e-3, 1e-2, 1e-1, 1, 10]],
    [1e-9, 10, 6, [1e-9, 1e-7, 1e-5, 1e-3, 1e-1, 10]],
    [1.5, 40, 6, [2, 5, 10, 20]],
    [2.1, 2.9, 6, []],
  ])('%d to %d, at most %d', (low, high, most, want) => {
    expect(logarithmic(low, high, most)).toEqual(want);
  });

  test('a narrow range gets a finer set', () => {
    expect(logarithmic(10, 32, 6)).toEqual([10, 15, 20, 30]);
  });
});
