import { describe, expect, test } from 'vitest';
import { mannWhitney } from '../src/cards/mannwhitney.ts';
import { csv, fileName } from '../src/chart/export.ts';
import { SvgPen } from '../src/chart/pen.ts';
import { updates } from '../src/data/axis.ts';
import { benchmarkFormat } from '../src/data/benchfmt.ts';
import { find, type Named, seriesOf } from '../src/data/names.ts';
import type { Cell, ChangeAt } from '../src/data/site.ts';
import { age } from '../src/home/age.ts';
import { grouped } from '../src/home/changes.ts';
import { behind, gridOf, tone, wide } from '../src/home/grid.ts';
import * as home from '../src/home/state.ts';
import * as runs from '../src/runs/state.ts';
import { commonOf, labelsOf } from '../src/trends/lines.ts';
import { parse, query } from '../src/trends/state.ts';
import { percent, shortCpu } from '../src/ui/format.ts';
import { command } from '../src/ui/reproduce.ts';

test.each([
  '',
  '?s=go/MatMul/pattern=fan/exec=goroutine',
  '?s=a/b&s=c/d&unit=B/op&m=0,2&as=ruler&y=log&x=10-200&at=17&hide=a/b@1',
  '?s=%3Cscript%3E%20%26%23',
])('the address %s of trends comes back as it was', (address) => expect(query(parse(address))).toBe(address));

test('what is not understood is no choice', () => {
  expect(query(parse('?s=&as=x&y=cubic&x=9-3&x=a&at=-1&m=a,b'))).toBe('');
});

test.each(['', '?sort=-jvm-25', '?sort=workload&exec=virtual', '?base=jvm-25&values=measured'])(
  'the address %s of the landing page comes back',
  (address) => expect(home.query(home.parse(address))).toBe(address),
);

test.each(['', '?kind=main', '?kind=main&run=main/2025/01/a-1-1'])(
  'the address %s of the runs comes back',
  (address) => expect(runs.query(runs.parse(address))).toBe(address),
);

const all: Named[] = seriesOf({
  runs: 1,
  commits: 1,
  machines: [],
  units: [],
  runtimes: ['go', 'jvm-25', 'jvm-25-zgc'],
  execs: ['goroutine', 'default'],
  names: ['MatMul/pattern=fan/n=250', 'Channel/topology=spsc'],
  series: [
    [0, 0, 0, 4],
    [0, 1, 1, 4],
    [1, 1, 1, 4],
    [0, 2, 1, 4],
    [1, 1, 1, 8],
  ],
  changes: [],
  spans: [],
});

describe('series', () => {
  test('are named by runtime, name and exec, and by GOMAXPROCS where that tells two apart', () => {
    expect(all.map((s) => s.key)).toEqual([
      'go/MatMul/pattern=fan/n=250/exec=goroutine',
      'jvm-25/MatMul/pattern=fan/n=250/exec=default',
      'jvm-25/Channel/topology=spsc/exec=default-4',
      'jvm-25-zgc/MatMul/pattern=fan/n=250/exec=default',
      'jvm-25/Channel/topology=spsc/exec=default-8',
    ]);
  });

  test.each([
    ['matmul jvm-25', ['jvm-25/MatMul', 'jvm-25-zgc/MatMul']],
    ['zgc', ['jvm-25-zgc/MatMul']],
    ['MATMUL/n=250 go', ['go/MatMul']],
    ['nothing', []],
    ['  ', []],
  ])('%s finds %j', (typed, want) =>
    expect(find(all, typed, 9).map((s) => s.key.split('/').slice(0, 2).join('/'))).toEqual(want),
  );

  test('are labelled by what tells them apart', () => {
    const two = all.slice(0, 2);
    expect(labelsOf(two)).toEqual(['go goroutine', 'jvm-25 default']);
    expect(commonOf(two)).toBe('MatMul pattern=fan n=250');
    expect(labelsOf(all.slice(0, 1))).toEqual(['go MatMul pattern=fan n=250 goroutine']);
  });
});

const cell = (over: Partial<Cell>): Cell => ({
  workload: 'A',
  unit: 'sec/op',
  runtime: 'jvm-25',
  exec: 'default',
  first: true,
  ratio: 1.5,
  low: 1.4,
  high: 1.6,
  twins: 2,
  differ: 2,
  careful: 0,
  unsteady: 0,
  run: 'r',
  ...over,
});

describe('matrix', () => {
  const cells = [
    cell({}),
    cell({ workload: 'B', ratio: 3, low: 2.9, high: 3.1 }),
    cell({ workload: 'C', runtime: 'jvm-17', ratio: 0.5, low: 0.4, high: 0.6 }),
    cell({ exec: 'virtual', first: false, ratio: 0.9, low: 0.8, high: 1.1 }),
  ];

  test('shows each runtime’s first exec, or the one that is asked for', () => {
    expect(gridOf(cells, home.parse(''), []).rows.map((r) => r.workload)).toEqual(['A', 'B', 'C']);
    const wide = [
      { runtimes: ['go'] },
      { runtimes: [...gridOf(cells, home.parse(''), []).runtimes].reverse() },
    ];
    expect(gridOf(cells, home.parse(''), wide).runtimes).toEqual(wide[1]?.runtimes);
    const virtual = gridOf(cells, home.parse('?exec=virtual'), []);
    expect(virtual.rows.map((r) => r.cells[0]?.ratio)).toEqual([0.9]);
  });

  test('sorts by a runtime, what was not measured last', () => {
    const order = (q: string) => gridOf(cells, home.parse(q), []).rows.map((r) => r.workload);
    expect(order('?sort=-jvm-25')).toEqual(['B', 'A', 'C']);
    expect(order('?sort=jvm-25')).toEqual(['A', 'B', 'C']);
    expect(order('?sort=-workload')).toEqual(['C', 'B', 'A']);
  });

  test('sorts a runtime that did not settle among what was not measured', () => {
    const unsettled = cell({ workload: 'D', ratio: 0, low: 0, high: 0, twins: 0, unsteady: 2 });
    const order = (q: string) => gridOf([unsettled, ...cells], home.parse(q), []).rows.map((r) => r.workload);
    expect(order('?sort=-jvm-25').slice(0, 2)).toEqual(['B', 'A']);
    expect(order('?sort=jvm-25').slice(0, 2)).toEqual(['A', 'B']);
  });

  test('is coloured by how far a runtime is behind Go, whichever way its unit counts', () => {
    expect(tone(cell({}))).toBe(2);
    expect(tone(cell({ ratio: 0.2, low: 0.19, high: 0.21 }))).toBe(-4);
    expect(tone(cell({ unit: 'achieved-ops/s', ratio: 0.4, low: 0.3, high: 0.45 }))).toBe(3);
    expect(behind(cell({ unit: 'achieved-ops/s', ratio: 0.5 }))).toBe(2);
    expect(tone(cell({ ratio: 2, low: 0.9, high: 4 }))).toBe(0);
  });

  test('is coloured by what is sure: the end of the interval that is nearer to Go', () => {
    expect(tone(cell({ ratio: 5.86, low: 1.95, high: 13.3 }))).toBe(2);
    expect(tone(cell({ ratio: 0.2, low: 0.1, high: 0.9 }))).toBe(-1);
    expect(tone(cell({ low: 0, high: 0 }))).toBe(0);
    expect(tone(cell({ differ: 0 }))).toBe(0);
    expect(wide(cell({ low: 1.95, high: 13.3 }))).toBe(true);
    expect(wide(cell({}))).toBe(false);
  });
});

describe('what changed', () => {
  const change = (over: Partial<ChangeAt>): ChangeAt => ({
    series: 0,
    unit: 'sec/op',
    machine: 0,
    place: 10,
    span: 0,
    date: '',
    same: false,
    provisional: false,
    spark: [],
    turn: 0,
    at: 10,
    from: 8,
    ratio: 1.2,
    low: 1.1,
    high: 1.3,
    p: 0,
    before: 9,
    after: 9,
    ruler: true,
    ...over,
  });

  const spans = [
    { from: 8, to: 10, base: 'a', head: 'b', commits: [] },
    { from: 9, to: 12, base: 'c', head: 'd', commits: [] },
  ];

  test('machines meet different commits, so each has its own span', () => {
    const groups = grouped([change({ machine: 1, span: 1 }), change({}), change({ machine: 1 })], all, spans);
    expect(groups.map((g) => [g.span.head, g.machine])).toEqual([
      ['d', 1],
      ['b', 0],
      ['b', 1],
    ]);
  });

  test('spans stay apart, and so do slower and faster', () => {
    const groups = grouped([change({ span: 1 }), change({}), change({ series: 1, ratio: 0.8 })], all, spans);
    expect(groups.map((g) => [g.span.head, g.lines.length])).toEqual([
      ['d', 1],
      ['b', 2],
    ]);
  });

  test('the time of an operation is told before what else it took', () => {
    const groups = grouped(
      [change({ unit: 'cpu-sec/op', ratio: 3 }), change({ ratio: 1.1 }), change({ series: 1, ratio: 1.2 })],
      all,
      spans,
    );
    expect(groups[0]?.lines.map((l) => l.changes.map((c) => c.ratio))).toEqual([[1.2], [1.1, 3]]);
  });
});

describe('p of the Mann-Whitney test', () => {
  // From benchstat.
  test.each([
    [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], 2 / 924],
    [[1, 2, 3], [4, 5, 6], 0.1],
    [[1, 2, 3, 4], [5, 6, 7, 8], 2 / 70],
    [[1, 3, 5], [2, 4, 6], 0.7],
  ])('%j against %j is %d', (a, b, want) => expect(mannWhitney(a, b)).toBeCloseTo(want, 9));

  test('is benchstat’s with ties, and 1 where nothing differs', () => {
    const [a, b] = [
      [5, 6, 6, 7, 9],
      [6, 7, 7, 8],
    ];
    // With ties benchstat's p depends on which is first.
    expect(mannWhitney(a, b)).toBeCloseTo(0.6032, 4);
    expect(mannWhitney(b, a)).toBeCloseTo(0.4603, 4);
    expect(mannWhitney([1, 1], [1, 1])).toBe(1);
    expect(mannWhitney([], [1])).toBeUndefined();
  });

  test('of many values is nearly the exact one', () => {
    const a = Array.from({ length: 30 }, (_, i) => i * 1.01);
    const b = Array.from({ length: 30 }, (_, i) => i * 1.003 + 4.5);
    const p = mannWhitney(a, b) ?? 0;
    expect(p).toBeGreaterThan(0.02);
    expect(p).toBeLessThan(0.2);
  });
});

test.each([
  ['2026-01-01T00:00:00Z', 'just now', 30],
  ['2026-01-01T00:00:00Z', '1 minute old', 61],
  ['2026-01-01T00:00:00Z', '5 hours old', 5 * 3600 + 5],
  ['2026-01-01T00:00:00Z', '3 days old', 3 * 86_400],
  ['never', 'of unknown age', 0],
])('%s is %s', (when, want, later) =>
  expect(age(when, Date.parse('2026-01-01T00:00:00Z') + later * 1000)).toBe(want),
);

test.each([
  [1.123, '+12.3\u202f%'],
  [0.96, '−4.0\u202f%'],
  [3, '+200\u202f%'],
])('a ratio of %d is %s', (ratio, want) => expect(percent(ratio)).toBe(want));

test('a table quotes what a spreadsheet would read otherwise', () => {
  expect(csv([['a,b', '=1+1', 'x"y', 2.5, '']])).toBe('"a,b",\'=1+1,"x""y",2.5,\r\n');
});

test('a file’s name has nothing that a system refuses', () => {
  expect(fileName('jvm-25 MatMul/n=250 <x>', 'svg')).toBe('jvm-25-MatMul-n=250-x.svg');
  expect(fileName('///', 'csv')).toBe('cobench.csv');
});

test('a drawing holds names as text', () => {
  const pen = new SvgPen();
  pen.fillText('<script>&"', 1, 2);
  expect(pen.file(10, 10, '<b>')).toContain('&lt;script&gt;&amp;&quot;');
  expect(pen.file(10, 10, '<b>')).toContain('<title>&lt;b&gt;</title>');
});

test('results have a line for each point, and no line that data adds', () => {
  const text = benchmarkFormat(
    [
      {
        runtime: 'go',
        benchmark: 'A/n=1-4',
        cpu: 'X\ncommit: evil',
        points: [{ commit: 'aa', date: 'd', value: 0.00512345678 }],
      },
    ],
    'sec/op',
    'lower',
  );
  expect(text).toBe(
    'Unit sec/op better=lower\ncpu: X commit: evil\nruntime: go\ncommit: aa\ndate: d\nBenchmarkA/n=1-4 1 0.0051235 sec/op\n',
  );
});

test('the command quotes what a shell would read otherwise', () => {
  expect(command('', 'main/a')).toContain('zcat .cobench/history/main/a.txt.gz |');
  expect(command('https://x/y', "main/$(id)'")).toContain(
    "git show 'origin/bench-data:history/main/$(id)'\\''.txt.gz' | zcat",
  );
});

test('an update names what is another, and of the runtime alone', () => {
  const a = {
    kernel: 'k1',
    image: 'i',
    runtimes: { go: { toolchain: 'go1', flags: '' }, jvm: { toolchain: 'j1', flags: '' } },
  };
  const b = {
    kernel: 'k2',
    image: 'i',
    runtimes: { go: { toolchain: 'go2', flags: '-x' }, jvm: { toolchain: 'j2', flags: '' } },
  };
  expect(updates(a, b, 'go')).toEqual(['toolchain go1 → go2', 'flags none → -x', 'kernel k1 → k2']);
});

test.each([
  ['AMD EPYC 7763 64-Core Processor', 'AMD EPYC 7763'],
  ['Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz', 'Intel Xeon Platinum 8370C'],
])('%s is %s', (cpu, want) => expect(shortCpu(cpu)).toBe(want));
