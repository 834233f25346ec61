import { expect, test } from 'vitest';
import { type Card, cardsOf, estimateOf } from '../src/cards/cards.ts';
import { choose } from '../src/cards/choice.ts';
import { seriesOf } from '../src/cards/series.ts';
import { parse } from '../src/cards/state.ts';
import { scalable, scaled } from '../src/compare/scaling.ts';
import { goldenRun } from './golden.ts';

const run = goldenRun('sweep', 0);
const choice = choose(run, parse('?workload=MatMul&x=workers'));
if (!choice) throw new Error('no choice');
const cards = cardsOf(choice, seriesOf(run, 'MatMul', new Map()));
const at = (all: Card[], x: string) =>
  all.flatMap((c) =>
    c.rows.map((row) => ({
      key: `${c.where[0]?.value} ${row.series.key}`,
      cell: row.cells[c.xs.indexOf(x)],
    })),
  );

test('only time against workers, one among them, has a speed-up', () => {
  expect(scalable(choice)).toBe(true);
  const other = choose(run, parse('?workload=MatMul&x=n'));
  expect(other && scalable(other)).toBe(false);
  expect(scalable({ ...choice, unit: { name: 'B/op', better: 'lower' } })).toBe(false);
});

test('speed-up is the time with one worker over that with n, efficiency that for each worker', () => {
  const [times, speed, share] = [
    cards,
    scaled(cards, 'sec/op', 'speedup'),
    scaled(cards, 'sec/op', 'efficiency'),
  ].map(
    (all) => new Map(['1', '4'].flatMap((x) => at(all, x).map((c) => [`${c.key} ${x}`, c.cell] as const))),
  );
  let checked = 0;
  for (const [key, cell] of times ?? []) {
    if (!key.endsWith(' 4')) continue;
    const one = estimateOf(times?.get(key.replace(/4$/, '1') as typeof key), 'sec/op');
    const four = estimateOf(cell, 'sec/op');
    const got = estimateOf(speed?.get(key), 'ratio');
    if (!one || !four || !got) continue;
    expect(got.center).toBeCloseTo(one.center / four.center, 12);
    if (got.low !== null) expect(got.low).toBeLessThanOrEqual(got.center);
    expect(estimateOf(share?.get(key), 'ratio')?.center).toBeCloseTo(one.center / four.center / 4, 12);
    checked++;
  }
  expect(checked).toBeGreaterThan(0);
  for (const [key, cell] of speed ?? [])
    if (key.endsWith(' 1') && estimateOf(cell, 'ratio')) expect(estimateOf(cell, 'ratio')?.center).toBe(1);
});
