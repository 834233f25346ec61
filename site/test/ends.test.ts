import { expect, test } from 'vitest';
import { apart } from '../src/chart/ends.ts';

test.each([
  ['far enough apart, none moves', [10, 30, 50], [10, 30, 50]],
  ['too near, they spread about their middle', [50, 52, 54], [42, 52, 62]],
  ['a heap that grows into the next takes it in', [40, 42, 50], [34, 44, 54]],
  ['at the top, the lower ones give way', [3, 4, 5], [0, 10, 20]],
  ['at the foot, the upper ones do', [80, 98, 99], [80, 90, 100]],
  ['all in one place at the top', [0, 0, 0], [0, 10, 20]],
  ['none', [], []],
])('%s', (_, heights, want) => {
  const labels = heights.map((told) => ({ told }));
  apart(labels, 10, 0, 100);
  expect(labels.map((l) => l.told)).toEqual(want);
});
