import { describe, expect, test } from 'vitest';
import { estimateOf } from '../src/cards/cards.ts';
import { slots } from '../src/chart/palette.ts';
import {
  FIGURES,
  type Figure,
  figureTitle,
  gapsOf,
  linesOf,
  pictured,
  ranges,
  UNIT,
  zeros,
} from '../src/study/figures.ts';
import { dataOf, type Measured } from '../src/study/source.ts';
import { parse, query } from '../src/study/state.ts';
import { heldOf } from './study.ts';

const matmul = dataOf(heldOf()).matmul as Measured;
const looks = slots(['go', 'jvm-25', 'native-image-25', 'kotlin-native']);
const figure = (number: number) => FIGURES.find((f) => f.number === number) as Figure;
const lines = linesOf(matmul, looks);
const both = (number: number, log = false) => pictured(figure(number), lines, matmul, 'median', log);
const unmeasured = (number: number) =>
  pictured(figure(number), linesOf(undefined, looks), undefined, 'median', false);
const values = (row: { cells: Parameters<typeof estimateOf>[0][] } | undefined) =>
  row?.cells.map((cell) => estimateOf(cell, UNIT)?.center);

test('there are eight figures, in the study’s order', () => {
  expect(FIGURES.map(figureTitle)).toEqual([
    'Figure 2: all patterns over workers, n = 250',
    'Figure 3: all patterns over n, workers = 8',
    'Figure 4: fan over workers, n = 250',
    'Figure 5: coordinator over workers, n = 250',
    'Figure 6: pure over workers, n = 250',
    'Figure 7: fan over n, workers = 8',
    'Figure 8: coordinator over n, workers = 8',
    'Figure 9: pure over n, workers = 8',
  ]);
});

describe('lines', () => {
  test('are the four modes, and Kotlin’s default dispatcher where it was measured', () => {
    expect(lines.map((l) => [l.key, l.runtime, l.exec])).toEqual([
      ['go', 'go', 'goroutine'],
      ['kt', 'jvm-25', 'event-loop'],
      ['kt-default', 'jvm-25', 'default'],
      ['kt_graal', 'native-image-25', 'event-loop'],
      ['kt_graal-default', 'native-image-25', 'default'],
      ['kt_ntv', 'kotlin-native', 'event-loop'],
      ['kt_ntv-default', 'kotlin-native', 'default'],
    ]);
    expect(linesOf(undefined, looks).map((l) => l.key)).toEqual(['go', 'kt', 'kt_graal', 'kt_ntv']);
  });
  test('have the colour of their runtime, whatever was measured', () => {
    const colour = (list: typeof lines, key: string) => list.find((l) => l.key === key)?.look.colour;
    for (const key of ['go', 'kt', 'kt_graal', 'kt_ntv'])
      expect(colour(linesOf(undefined, looks), key)).toEqual(colour(lines, key));
    expect(colour(lines, 'kt-default')).toEqual(colour(lines, 'kt'));
  });
});

describe('both cards of a figure', () => {
  test('published are the medians of the study, here those of the runs', () => {
    const { published, here } = both(5);
    expect(published.xs).toHaveLength(26);
    expect(values(published.rows[0])?.[0]).toBe(0.046);
    const b = matmul.benchmarks.find(
      (x) => x.runtime === 'go' && x.name === 'MatMul/pattern=coordinator/n=250/workers=1',
    );
    expect(estimateOf(here.rows[0]?.cells[0], UNIT)).toEqual(b?.values[UNIT]);
    expect(estimateOf(published.rows[0]?.cells[0], UNIT)?.low).toBeNull();
  });
  test('begin and end at the same x, whatever was measured between', () => {
    for (const { number } of FIGURES) {
      const { published, here, xs } = both(number);
      expect([here.xs[0], here.xs.at(-1)]).toEqual([published.xs[0], published.xs.at(-1)]);
      expect(xs).toEqual([...xs].sort((a, b) => Number(a) - Number(b)));
    }
  });
  test('hold twelve lines where all patterns are in one, each with a look of its own', () => {
    const { published, here } = both(2);
    expect(here.rows.map((r) => r.series.key)).toEqual(published.rows.map((r) => r.series.key));
    expect(published.rows).toHaveLength(12);
    const told = published.rows.map(({ series: { look } }) => `${look.marker} ${look.dash} ${look.hollow}`);
    expect(new Set(told).size).toBe(12);
  });
  test('the second dispatcher is a line of ours alone', () => {
    const { published, here } = both(4);
    const row = published.rows.findIndex((r) => r.series.key === 'kt-default');
    expect(values(published.rows[row])?.every((v) => v === undefined)).toBe(true);
    expect(values(here.rows[row])?.[0]).toBeGreaterThan(0);
  });
  test('zeros of the study’s timer are drawn on a linear axis, and left out of a logarithmic one', () => {
    expect(zeros(figure(9), 'median')).toBeGreaterThan(0);
    expect(values(both(9).published.rows[0])?.[0]).toBe(0);
    expect(values(both(9, true).published.rows[0])?.[0]).toBeUndefined();
  });
  test('without any run ours is empty and the published one is whole', () => {
    const { published, here } = unmeasured(3);
    expect(here.rows.every((row) => row.cells.every((cell) => cell === undefined))).toBe(true);
    expect(published.rows.every((row) => row.cells.every((cell) => cell !== undefined))).toBe(true);
  });
});

describe('gaps', () => {
  test('are told by line, with the reason of a skip', () => {
    const gaps = gapsOf(both(6), 'workers', matmul);
    expect(gaps[0]).toBe(
      'Kotlin/Native; Kotlin/Native, default: not measured in this run, skipped: no konanc 2.4.20 found',
    );
    expect(gaps[1]).toBe(
      'All others: not measured in this run at workers = 3, 5 to 7, 9 to 11, 13 to 15, 17 to 19, 25, 35, 45',
    );
  });
  test('part lines that lack something else', () => {
    const gaps = gapsOf(both(9), 'n', matmul);
    expect(gaps.some((g) => g.startsWith('JVM; JVM, default') && g.endsWith('1500, 2000'))).toBe(true);
    expect(gaps.some((g) => g.startsWith('Go: '))).toBe(true);
  });
  test('nothing is said of a site without any run', () => {
    expect(gapsOf(unmeasured(3), 'workers', undefined)).toEqual([]);
  });
  test.each([
    [['1', '2', '3', '7'], '1 to 3, 7'],
    [['1', '2', '7'], '1, 2, 7'],
    [['9'], '9'],
    [[], ''],
  ])('%j is written %j', (some, want) => {
    expect(ranges(some, ['1', '2', '3', '5', '7', '9'])).toBe(want);
  });
});

test.each(['', '?y-scale=log', '?y-scale=log&x-scale=log&same-y=no&published=mean&hide=go,kt-default'])(
  'the address %s is read and written',
  (address) => {
    expect(query(parse(address))).toBe(address);
  },
);

test('an address that makes no sense is no choice', () => {
  expect(query(parse('?y-scale=cubic&published=luck&hide=&same-y=perhaps'))).toBe('');
});
