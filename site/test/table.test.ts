import { expect, test } from 'vitest';
import { cardsOf } from '../src/cards/cards.ts';
import { choose } from '../src/cards/choice.ts';
import { seriesOf } from '../src/cards/series.ts';
import { parse } from '../src/cards/state.ts';
import { slots } from '../src/chart/palette.ts';
import { tabbed } from '../src/compare/table.ts';
import { goldenRun } from './golden.ts';

test('the table for a spreadsheet has full names, plain numbers and as many cells in each line', () => {
  const run = goldenRun('sweep');
  const choice = choose(run, parse('?x=n'));
  if (!choice) throw new Error('no choice');
  const series = seriesOf(run, 'MatMul', slots([]));
  const lines = tabbed(cardsOf(choice, series), series, 'sec/op')
    .trimEnd()
    .split('\n')
    .map((l) => l.split('\t'));
  expect(lines.length).toBe(1 + 3 * 8);
  expect(new Set(lines.map((l) => l.length))).toEqual(new Set([1 + 4 * series.length]));
  expect(lines[0]?.slice(0, 5)).toEqual(['benchmark', 'go sec/op', 'low', 'high', 'n']);
  const go = run.benchmarks.find((b) => b.runtime === 'go' && b.name === lines[1]?.[0])?.values['sec/op'];
  expect(lines[1]?.slice(1, 5)).toEqual([go?.center, go?.low, go?.high, go?.n].map(String));
  const failed = lines.find((l) => l[0] === 'MatMul/pattern=pure/n=1000/workers=8');
  expect(failed?.slice(5, 9)).toEqual(['', '', '', '']);
});
