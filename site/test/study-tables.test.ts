import { describe, expect, test } from 'vitest';
import { slots } from '../src/chart/palette.ts';
import { FIGURES, type Figure, linesOf, pictured } from '../src/study/figures.ts';
import type { Cell, Table } from '../src/study/sheet.ts';
import { dataOf } from '../src/study/source.ts';
import { tablesOf } from '../src/study/tables.ts';
import { figureTable } from '../src/study/tables-a.ts';
import { heldOf } from './study.ts';

const data = dataOf(heldOf());
const STUDIES = ['A', 'B', 'C', 'D'] as const;
const all = STUDIES.flatMap((study) => tablesOf(study, data));
const table = (id: string) => all.find((t) => t.id === id) as Table;

function row(id: string, group: RegExp, name: string): Record<string, Cell> {
  const { groups, columns } = table(id);
  const found = groups.find((g) => group.test(g.title))?.rows.find((r) => r.name === name);
  if (!found) throw new Error(`${id}: no row ${name} in ${group}`);
  return Object.fromEntries(columns.map((column, i) => [column, found.cells[i] as Cell]));
}

const text = (cell: Cell | undefined) =>
  cell?.kind === 'published' ? [cell.text, cell.second].filter(Boolean).join(' ') : cell?.kind;
const center = (cell: Cell | undefined) =>
  cell?.kind === 'here' ? cell.benchmark.values[cell.unit]?.center : undefined;

test.each(all.map((t) => [t.id, t] as const))('%s has a cell for each column', (_, t) => {
  expect(t.groups.length).toBeGreaterThan(0);
  for (const group of t.groups)
    for (const { name, cells } of group.rows)
      expect(cells, `${group.title}, ${name}`).toHaveLength(t.columns.length);
});

test('without any run every table has its published values and nothing of ours', () => {
  for (const study of STUDIES)
    for (const t of tablesOf(study, {})) {
      const cells = t.groups.flatMap((g) => g.rows.flatMap((r) => r.cells));
      expect(
        cells.some((c) => c.kind === 'published'),
        t.id,
      ).toBe(true);
      expect(
        cells.some((c) => c.kind === 'here'),
        t.id,
      ).toBe(false);
    }
});

describe('study A', () => {
  test('first and last run, with ours as a ratio', () => {
    const jvm = row('first-run', /n = 250, workers = 1/, 'Kotlin, JVM');
    expect([text(jvm['First, published']), text(jvm['Last, published'])]).toEqual([
      '272\u202fms',
      '61\u202fms',
    ]);
    const first = jvm['First, here'];
    expect(first?.kind === 'here' && first.base?.center).toBe(center(jvm['Tenth, here']));
  });
  test('the numbers of a figure are those of its charts', () => {
    const figure = FIGURES.find((f) => f.number === 8) as Figure;
    const lines = linesOf(data.matmul, slots([]));
    const t = figureTable(figure, lines, pictured(figure, lines, data.matmul, 'median', false));
    const cells = t.groups[0]?.rows.find((r) => r.name === '500')?.cells ?? [];
    expect(text(cells[0])).toBe('287\u202fms mean 288, 280 to 302');
    const go = data.matmul?.benchmarks.find(
      (b) => b.runtime === 'go' && b.name === 'MatMul/pattern=coordinator/n=500/workers=8',
    );
    expect(center(cells[1])).toBe(go?.values['sec/op']?.center);
    expect(t.groups[0]?.rows.find((r) => r.name === '20')?.cells[1]?.kind).toBe('missing');
  });
});

test('study A: each pattern stands beside the product of one thread', () => {
  const row_ = row('sequential', /^n = 100$/, 'fan, 8 workers');
  const own = row_['Kotlin, JVM, default, here'];
  const one = row('sequential', /^n = 100$/, 'sequential, transposed')['Kotlin, JVM, event-loop, here'];
  expect(center(one)).toBeGreaterThan(0);
  expect(own?.kind === 'here' && own.base?.center).toBe(center(one));
});

test('study A: its programs without a time have ours', () => {
  const cancel = row('programs', /^Cancel$/, 'children = 1000');
  expect(text(cancel.Published)).toMatch(/not measured$/);
  expect(center(cancel['Go, here'])).toBeGreaterThan(0);
});

describe('study B', () => {
  test('our time of one file is told for as many as the study’s', () => {
    const io = row('file', /^files = 2000$/, 'Dispatchers.IO');
    expect(text(io.Published)).toBe('1.0259\u202fs');
    const one = data.file?.benchmarks.find(
      (b) => b.runtime === 'jvm-25' && b.exec === 'io' && b.name === 'FileIO/files=2000/limit=64',
    )?.values['sec/op'];
    const cell = io['Here, limit = 64'];
    const e = cell?.kind === 'here' ? cell.benchmark.values['sec/op'] : undefined;
    expect(e?.center).toBeCloseTo((one?.center ?? 0) * 2000);
    expect(e?.low).toBeCloseTo((one?.low ?? 0) * 2000);
    expect(e?.samples).toHaveLength(10);
  });
  test('a published share is told against what it is of, and ours is a ratio to the same', () => {
    const virtual = row('file', /^files = 5000$/, 'virtual thread for each');
    expect(text(virtual.Published)).toBe('+13.2\u202f% against Dispatchers.IO');
    const io = row('file', /^files = 5000$/, 'Dispatchers.IO');
    const cell = virtual['Here, limit = 8'];
    expect(cell?.kind === 'here' && cell.base?.center).toBe(center(io['Here, limit = 8']));
    expect(text(row('file', /^files = 500$/, 'virtual thread for each').Published)).toBe(
      'as long against Dispatchers.IO',
    );
    expect(text(row('rest', /5000/, 'thread for each').Published)).toBe('4.3× against Dispatchers.IO');
    expect(text(row('rest', /2000/, 'Dispatchers.Default').Published)).toBe(
      'about +6\u202f% against fixed pool',
    );
    expect(text(row('rest', /2000/, 'thread for each').Published)).toBe('unpublished');
    expect(text(row('file', /^files = 500$/, 'Dispatchers.Default').Published)).toBe(
      '−10\u202fms against Dispatchers.IO',
    );
  });
  test('table 2', () => {
    const pool = row('resources', /limit = 64/, 'fixed pool');
    expect([text(pool['CPU, published']), text(pool['Memory, published'])]).toEqual([
      '8.8\u202f% 1.06 of 12',
      '392\u202fMB',
    ]);
    expect(center(pool['Peak memory, here'])).toBeGreaterThan(1e8);
  });
});

test('study C: Java and Kotlin stand apart, and both beside ours', () => {
  const threads = row('server', /^Threads started, 8000/, 'thread for each');
  expect([text(threads['Java, published']), text(threads['Kotlin, published'])]).toEqual([
    '388,749.67',
    '382,669.67',
  ]);
  expect(center(threads.Here)).toBeGreaterThan(1000);
  const p50 = row('server', /^Median/, 'virtual thread for each');
  expect([text(p50['Java, published']), text(p50['Kotlin, published'])]).toEqual([
    '98.8\u202fµs',
    'unpublished',
  ]);
});

describe('study D', () => {
  test('isolated counters, in all and for each', () => {
    const single = row('isolated', /^isolated/, 'one thread');
    expect(Object.values(single).map(text)).toEqual([
      '26\u202fms',
      '2.088\u202fs',
      '4.158\u202fs',
      '0.42\u202fns',
      'here',
    ]);
    expect(center(row('isolated', /^isolated/, 'Dispatchers.IO').Here)).toBeCloseTo(3.7e-10, 10);
  });
  test('what got lost stands with what was published of it', () => {
    expect(text(row('shared', /lost/, 'plain').Published)).toBe('0.89 to 0.90');
    expect(text(row('shared', /^Time/, 'plain').Published)).toBe('a graph without the threads');
    expect(text(row('shared', /^Time/, 'returned').Published)).toBe('a graph without numbers');
    expect(text(row('shared', /^Time/, 'volatile').Published)).toBe('“100 times slower”');
    expect(row('shared', /lost/, 'atomic')['Go, here']?.kind).toBe('missing');
  });
});
