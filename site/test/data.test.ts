import { describe, expect, test } from 'vitest';
import { DataError, index, runOf } from '../src/data/run.ts';
import { goldenIndex, goldenRun, json } from './golden.ts';

test.each(['tour', 'sweep', 'cold', 'study'])(
  'the golden data of %s is read, and its index agrees with its runs',
  (set) => {
    goldenIndex(set).runs.forEach((entry, i) => {
      const run = goldenRun(set, i);
      const { id, kind, date, commit, dirty, profile } = entry;
      expect(run).toMatchObject({ id, kind, date, commit, dirty, profile });
      expect(run.runtimes.map((r) => r.name)).toEqual(entry.runtimes);
      expect(run.machine.cpu).toBe(entry.cpu);
    });
  },
);

describe('a run of another shape is refused with its place', () => {
  const run = () => json(`tour/${goldenIndex('tour').runs[0]?.file}`) as Record<string, unknown>;
  const broken: [string, (run: Record<string, unknown>) => unknown, string][] = [
    ['no object', () => [], 'f.json: got a list, want an object'],
    ['null', () => null, 'f.json: got null, want an object'],
    [
      'no version',
      (r) => ({ ...r, version: undefined }),
      'f.json: version missing, this page reads version 1',
    ],
    ['other version', (r) => ({ ...r, version: 2 }), 'f.json: version 2, this page reads version 1'],
    ['no id', (r) => ({ ...r, id: undefined }), 'f.json.id: got nothing, want a string'],
    ['dirty as text', (r) => ({ ...r, dirty: 'yes' }), 'f.json.dirty: got a string, want true or false'],
    [
      'cores',
      (r) => ({ ...r, machine: { ...(r.machine as object), cores: '2' } }),
      'f.json.machine.cores: got a string, want a number',
    ],
    [
      'better',
      (r) => ({ ...r, units: [{ name: 'sec/op', better: 'smaller' }] }),
      'f.json.units[0].better: got a string, want lower or higher or ""',
    ],
    [
      'a center of null',
      (r) => {
        const copy = structuredClone(r) as unknown as {
          benchmarks: { values: Record<string, { center: null }> }[];
        };
        (copy.benchmarks[3]?.values['sec/op'] as { center: null }).center = null;
        return copy;
      },
      'f.json.benchmarks[3].values.sec/op.center: got null, want a number',
    ],
    [
      'a curve with a gap',
      (r) => {
        const copy = structuredClone(r) as unknown as { benchmarks: { curve: (number | null)[] }[] };
        (copy.benchmarks[2] as { curve: (number | null)[] }).curve = [0.1, null];
        return copy;
      },
      'f.json.benchmarks[2].curve[1]: got null, want a number',
    ],
    [
      'a curve that is none',
      (r) => {
        const copy = structuredClone(r) as unknown as { benchmarks: { curve: string }[] };
        (copy.benchmarks[2] as { curve: string }).curve = '0.1 0.2';
        return copy;
      },
      'f.json.benchmarks[2].curve: got a string, want a list',
    ],
  ];
  test.each(broken)('%s', (_, change, message) => {
    expect(() => runOf(change(run()), 'f.json')).toThrow(message);
  });
});

test('another version is told apart from a damaged file', () => {
  const kind = (value: unknown) => {
    try {
      index(value, 'index.json');
    } catch (error) {
      return error instanceof DataError ? error.kind : 'other';
    }
    return 'read';
  };
  expect(kind({ version: 2, runs: [] })).toBe('version');
  expect(kind({ version: 1, runs: {} })).toBe('damaged');
  expect(kind({ version: 1, runs: [] })).toBe('read');
});

test('a list that nothing was put into may be null', () => {
  expect(index({ version: 1, runs: null }, 'index.json')).toEqual({ runs: [] });
});

test('a benchmark without cold samples has an empty curve', () => {
  expect(goldenRun('tour').benchmarks[0]?.curve).toEqual([]);
  expect(goldenRun('cold').benchmarks[0]?.curve.length).toBe(50);
});

test('members that the page does not know are left alone', () => {
  expect(index({ version: 1, runs: [], later: true }, 'index.json')).toEqual({ runs: [] });
});
