import { expect, test } from 'vitest';
import { lowerBound } from '../src/data/axis.ts';
import { thin } from '../src/trends/thin.ts';

const line = (n: number) => ({
  x: Array.from({ length: n }, (_, i) => i),
  y: Array.from({ length: n }, (_, i) => 10 + (i % 2)),
  low: Array.from({ length: n }, () => 9),
  high: Array.from({ length: n }, () => 12),
});

test('few points are all there', () => {
  const [steps = []] = thin(line(10), 0, 9, 100);
  expect(steps.map((s) => s.x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(steps.every((s) => s.count === 1 && s.y === s.least && s.y === s.most)).toBe(true);
});

test('of what lies outside, one neighbour on each side', () => {
  expect(thin(line(100), 40, 44, 100)[0]?.map((s) => s.x)).toEqual([39, 40, 41, 42, 43, 44, 45]);
});

test('many points become steps that keep mean, interval and reach; none is lost', () => {
  const points = line(10_000);
  points.y[5000] = 99;
  const [steps = []] = thin(points, 0, 9999, 200);
  expect(steps.length).toBeLessThanOrEqual(202);
  expect(steps.reduce((sum, s) => sum + s.count, 0)).toBe(10_000);
  expect(Math.max(...steps.map((s) => s.most))).toBe(99);
  expect(steps[3]).toMatchObject({ y: 10.5, low: 9, high: 12, least: 10, most: 11 });
});

test('lines break where they are told to, at any density', () => {
  for (const steps of [20, 5000]) {
    const parts = thin(line(1000), 0, 999, steps, [300, 700]);
    expect(parts.map((p) => p.reduce((sum, s) => sum + s.count, 0))).toEqual([300, 400, 300]);
  }
});

test('points without an interval have none', () => {
  const points = { ...line(3), low: [Number.NaN, 9, 9], high: [Number.NaN, 12, 12] };
  expect(thin(points, 0, 2, 100)[0]?.map((s) => s.low)).toEqual([Number.NaN, 9, 9]);
});

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [9, 3],
])('lowerBound of %d is %d', (v, want) => expect(lowerBound([1, 3, 5], v)).toBe(want));
