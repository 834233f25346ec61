import { expect, test } from 'vitest';
import { cardsOf } from '../src/cards/cards.ts';
import { choose } from '../src/cards/choice.ts';
import { plotOf, scalesOf, yRange } from '../src/cards/scales.ts';
import { seriesOf } from '../src/cards/series.ts';
import { parse } from '../src/cards/state.ts';
import { slots } from '../src/chart/palette.ts';
import { goldenRun } from './golden.ts';

function plotted(address: string) {
  const run = goldenRun('cold');
  const state = parse(address);
  const choice = choose(run, state);
  if (!choice) throw new Error('no choice');
  const cards = cardsOf(choice, seriesOf(run, 'MatMul', slots([])));
  const scales = scalesOf(choice, cards, choice.unit.name, state, state.hidden);
  const [card] = cards;
  if (!card) throw new Error('no card');
  return plotOf(card, choice.unit.name, '', choice, scales, cards, state.hidden);
}

test('a series without a value in the unit takes no place in the charts', () => {
  const names = (address: string) => plotted(address).rows.map((row) => row.series.label);
  expect(names('')).not.toContain('jvm-25-aot');
  expect(names('?unit=first-sec/op')).toContain('jvm-25-aot');
  expect(names('?unit=first-sec/op&hide=jvm-25-aot')).not.toContain('jvm-25-aot');
});

test('values that lie far apart start out on a logarithmic axis', () => {
  expect(plotted('').yLog).toBe(false);
  expect(plotted('?unit=first-sec/op').yLog).toBe(true);
  expect(plotted('?unit=first-sec/op&y-scale=linear').yLog).toBe(false);
});

test('a linear axis starts at zero, a logarithmic one below its least value', () => {
  const run = goldenRun('tour');
  const choice = choose(run, parse(''));
  if (!choice) throw new Error('no choice');
  const cards = cardsOf(choice, seriesOf(run, 'MatMul', slots([])));
  expect(yRange(cards, 'sec/op', 'linear', new Set())[0]).toBe(0);
  expect(yRange(cards, 'sec/op', 'log', new Set())[0]).toBeGreaterThan(0);
});
