import { expect, test } from 'vitest';
import { summarise } from '../build/study-a.mjs';
import {
  type Mode,
  published,
  type Statistic,
  type Sweep,
  sweepValue,
  sweepXs,
} from '../src/study/published.ts';
import { MODES, PATTERNS } from '../src/study/source.ts';

const HEADER = 'workspaceId,size,coroutine,mode,timeMillis';

test('repetitions become their median, mean, ends, first and last, in the order they ran in', () => {
  const rows = [
    ['go_fan', 8, 9],
    ['go_fan', 2, 40],
    ['go_fan', 2, 10],
    ['go_fan', 2, 20],
    ['go_fan', 2, 11],
  ].map(([mode, workers, ms]) => `id,250,${workers},${mode},${ms}`);
  expect(summarise([HEADER, ...rows].join('\n'), 'coroutine')).toEqual({
    xs: [2, 8],
    modes: {
      go_fan: {
        median: [15.5, 9],
        mean: [20.3, 9],
        min: [10, 9],
        max: [40, 9],
        first: [40, 9],
        last: [11, 9],
      },
    },
  });
});

test.each([
  ['workspace_id,size\n', 'header: got workspace_id,size'],
  [`${HEADER}\nid,250,1,go_fan,2id,250,1,go_fan,3\n`, 'line 2: got id,250,1,go_fan,2id'],
  [`${HEADER}\nid,250,1,go_fan,1.5\n`, 'line 2'],
  [`${HEADER}\nid,250,1,go_fan,1\nid,250,2,kt_fan,1\n`, 'go_fan: nothing at coroutine 2'],
])('a CSV of another shape is refused with its place: %j', (csv, want) => {
  expect(() => summarise(csv, 'coroutine')).toThrow(want);
});

// The means that the study's own text and figures have, in whole milliseconds.
test.each<[Mode, number[], number[]]>([
  ['go', [22, 21, 21], [46, 56, 57]],
  ['kt', [53, 54, 58], [97, 69, 66]],
  ['kt_graal', [29, 31, 30], [83, 62, 58]],
  ['kt_ntv', [49, 48, 90], [131, 108, 95]],
])('the means of %s at n = 250 are those of the figures', (mode, fan, coordinator) => {
  const means = (pattern: 'fan' | 'coordinator') =>
    ['1', '8', '50'].map((x) => (sweepValue('workers', pattern, mode, x, 'mean') ?? 0) * 1000);
  // Its figures are of integers that were cut or rounded, ours to a tenth.
  means('fan').forEach((ms, i) => {
    expect(Math.abs(ms - (fan[i] as number))).toBeLessThanOrEqual(0.6);
  });
  means('coordinator').forEach((ms, i) => {
    expect(Math.abs(ms - (coordinator[i] as number))).toBeLessThanOrEqual(0.6);
  });
});

test('the means of pure grow to those of the last figures', () => {
  const at2000 = MODES.map((mode) => sweepValue('n', 'pure', mode, '2000', 'mean'));
  expect(at2000.map((s) => Math.round(s ?? 0))).toEqual([77, 49, 79, 152]);
});

test('both sweeps are whole: every mode and pattern has a value at every x', () => {
  const statistics: Statistic[] = ['median', 'mean', 'min', 'max', 'first', 'last'];
  for (const [sweep, count] of [
    ['workers', 26],
    ['n', 22],
  ] as [Sweep, number][]) {
    const xs = sweepXs(sweep);
    expect(xs).toHaveLength(count);
    for (const pattern of PATTERNS)
      for (const mode of MODES)
        for (const x of xs) {
          const [median, mean, min, max] = statistics.map(
            (s) => sweepValue(sweep, pattern, mode, x, s) ?? -1,
          );
          expect(min).toBeGreaterThanOrEqual(0);
          expect(median).toBeGreaterThanOrEqual(min as number);
          expect(max).toBeGreaterThanOrEqual(mean as number);
        }
  }
});

test('an x outside of a sweep has no value', () => {
  expect(sweepValue('workers', 'fan', 'go', '64', 'median')).toBeUndefined();
});

test('the other studies have a number for each of their counts', () => {
  const { b, d } = published;
  for (const row of [...Object.values(b.rest), ...Object.values(b.file)])
    expect(row).toHaveLength(b.counts.length);
  for (const told of [...Object.values(b.fileAgainst), ...Object.values(b.restAgainst)])
    expect('ms' in told ? told.ms : told.share).toHaveLength(b.counts.length);
  for (const row of [...Object.values(d.isolated), ...Object.values(d.blog)])
    expect(row).toHaveLength(d.work.length);
});
