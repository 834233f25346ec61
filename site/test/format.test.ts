import { describe, expect, test } from 'vitest';
import {
  commit,
  count,
  date,
  digits,
  interval,
  quantity,
  ratio,
  scaleOf,
  spread,
  tick,
} from '../src/ui/format.ts';

// Narrow no-break spaces are written as _ here.
const plain = (text: string) => text.replaceAll('\u202f', '_');

describe('quantity', () => {
  test.each([
    [5.123e-3, 'sec/op', '5.12_ms'],
    [51.23e-3, 'sec/op', '51.2_ms'],
    [512.3e-3, 'sec/op', '512_ms'],
    [1, 'sec/op', '1.00_s'],
    [152.3, 'sec/op', '152_s'],
    [5123, 'sec/op', '5,123_s'],
    [123e-9, 'sec/op', '123_ns'],
    [0.4e-9, 'sec/op', '0.40_ns'],
    [999.4e-9, 'sec/op', '999_ns'],
    [999.7e-9, 'sec/op', '1.00_µs'],
    [0, 'sec/op', '0_ns'],
    [0, 'B/op', '0_B'],
    [17, 'B/op', '17_B'],
    [1023, 'B/op', '1,023_B'],
    [1204, 'B/op', '1.18_KiB'],
    [1.2 * 1024 ** 2, 'B/op', '1.20_MiB'],
    [3 * 1024 ** 3, 'B/op', '3.00_GiB'],
    [12, 'allocs/op', '12'],
    [12.5, 'allocs/op', '12.5'],
    [12_345, 'allocs/op', '12.3_k'],
    [1.5e6, 'ops/s', '1.50_M'],
    [-5.1e-3, 'sec/op', '-5.10_ms'],
    [0.4123, 'start-sec', '412_ms'],
    [1, 'first-sec/op', '1.00_s'],
    [139 * 1024 ** 2, 'peak-rss-bytes', '139_MiB'],
    [3_473_408, 'binary-bytes', '3.31_MiB'],
    [27, 'threads-started', '27'],
    [27.5, 'threads-peak', '27.5'],
  ])('%d %s is %s', (value, unit, want) => {
    expect(plain(quantity(value, unit))).toBe(want);
  });
});

describe('ratio', () => {
  test.each([
    [1, '1.00×'],
    [1.404, '1.40×'],
    [0.714, '0.71×'],
    [0.0523, '0.052×'],
    [12.34, '12.3×'],
    [1234.5, '1,235×'],
  ])('%d is %s', (value, want) => {
    expect(ratio(value)).toBe(want);
  });
});

test('digits never uses exponents, and keeps two digits of small numbers', () => {
  expect(digits(0.00123)).toBe('0.0012');
  expect(digits(9.999)).toBe('10.0');
  expect(digits(1_234_567)).toBe('1,234,567');
});

describe('spread', () => {
  const e = (center: number, low: number | null, high: number | null) => ({
    center,
    low,
    high,
    n: 6,
    samples: [],
  });
  test.each([
    [e(100, 97, 102), '±_3_%'],
    [e(100, 99.5, 100.2), '±_0.5_%'],
    [e(100, 50, 1400), '±_1,300_%'],
    [e(100, null, null), '±_∞'],
    [e(0, 0, 1), '±_?'],
  ])('%o is %s', (estimate, want) => {
    expect(plain(spread(estimate))).toBe(want);
  });
});

test('a value that all samples share has no noise to tell of; an interval without width may hide some', () => {
  const e = { center: 5, low: 5, high: 5, n: 10, samples: Array(10).fill(5) };
  expect(spread(e)).toBe('');
  expect(interval(e, 'binary-bytes')).toBe('the same in every sample');
  expect(plain(spread({ ...e, samples: [4, ...e.samples.slice(1)] }))).toBe('±_0_%');
  expect(plain(spread({ ...e, low: null, high: null }))).toBe('±_∞');
});

test('interval writes both ends, or why there are none', () => {
  const e = { center: 5e-3, low: 4.9e-3, high: 5.4e-3, n: 6, samples: [] };
  expect(plain(interval(e, 'sec/op'))).toBe('4.90_ms to 5.40_ms');
  expect(interval({ ...e, low: null, high: null }, 'sec/op')).toBe('no interval: fewer than 6 samples');
});

test('ticks of an axis share a scale and have no needless zeros', () => {
  const ms = scaleOf(0.03, 'sec/op');
  expect([0, 0.01, 0.025].map((v) => plain(tick(v, ms)))).toEqual(['0', '10_ms', '25_ms']);
  expect(tick(2.5, scaleOf(2.5, 'ratio'))).toBe('2.5×');
});

test('date is in UTC, and what is none stays', () => {
  expect(date('2026-11-20T12:05:00Z')).toBe('20 Nov 2026, 12:05');
  expect(date('2026-11-20T00:30:00+02:00')).toBe('19 Nov 2026, 22:30');
  expect(date('yesterday')).toBe('yesterday');
});

test('commit says when the tree was changed', () => {
  expect(commit('4f1c2a9be07d5538', false)).toBe('4f1c2a9b');
  expect(commit('4f1c2a9be07d5538', true)).toBe('4f1c2a9b + local changes');
});

test('count knows one from many', () => {
  expect([0, 1, 2].map((n) => count(n, 'sample'))).toEqual(['0 samples', '1 sample', '2 samples']);
});
