import { expect, test } from 'vitest';
import { unitGloss } from '../src/ui/gloss.ts';
import { inOrder, kindOf, unitGroup, unitName } from '../src/ui/unit.ts';
import { goldenRun } from './golden.ts';

test.each([
  ['sec/op', 'time'],
  ['cpu-sec/op', 'time'],
  ['start-sec', 'time'],
  ['B/op', 'bytes'],
  ['B/s', 'bytes'],
  ['peak-rss-bytes', 'bytes'],
  ['binary-bytes', 'bytes'],
  ['allocs/op', 'count'],
  ['threads-started', 'count'],
  ['ops/s', 'count'],
  ['ops/sec', 'count'],
  ['ratio', 'ratio'],
])('%s is of the kind %s', (unit, kind) => {
  expect(kindOf(unit)).toBe(kind);
});

test('every unit that is published has a name, a group and a gloss of its own', () => {
  const units = [...goldenRun('cold').units.map((u) => u.name), 'threads-peak'];
  for (const unit of units) {
    expect(unitName(unit)).not.toBe(unit);
    expect(unitGroup(unit)).not.toBe('Other');
    expect(unitGloss(unit)).toMatch(/\.$/);
  }
  expect(new Set(units.map(unitName)).size).toBe(units.length);
});

test('groups of units stand together, or a list would say each more than once', () => {
  const groups = inOrder(goldenRun('cold').units).map((u) => unitGroup(u.name));
  expect(groups.filter((group, i) => group !== groups[i - 1])).toEqual([...new Set(groups)]);
});

test('an unknown unit keeps its name', () => {
  expect([unitName('ops/s'), unitGroup('ops/s'), unitGloss('ops/s')]).toEqual(['ops/s', 'Other', undefined]);
});
