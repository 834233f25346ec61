import { describe, expect, test } from 'vitest';
import type { Card } from '../src/cards/cards.ts';
import { difference } from '../src/cards/difference.ts';
import { notesOf } from '../src/cards/notes.ts';
import { plainText } from '../src/cards/sentence.ts';
import { story } from '../src/cards/story.ts';
import { look } from '../src/chart/palette.ts';
import { RATIO, relative } from '../src/compare/relative.ts';
import type { Benchmark, Estimate, Unit } from '../src/data/run.ts';
import { goldenRun } from './golden.ts';

/** A median of ms milliseconds with the interval ± part. */
function estimate(ms: number, part: number | null = 0.05, n = 6): Estimate {
  const center = ms / 1000;
  const [low, high] = part === null ? [null, null] : [center * (1 - part), center * (1 + part)];
  const count = part === null ? 3 : n;
  const samples = Array.from(
    { length: count },
    (_, i) => center * (1 + (part ?? 0.05) * ((2 * i) / (count - 1) - 1)),
  );
  return { center, low, high, n: count, samples };
}

function benchmark(runtime: string, e: Estimate | undefined, unit = 'sec/op'): Benchmark {
  const values: Record<string, Estimate> = e ? { [unit]: e } : {};
  return {
    workload: 'W',
    name: `W/of=${runtime}`,
    parameters: {},
    exec: 'e',
    runtime,
    procs: 2,
    values,
    curve: [],
    unsteady: 0,
    failures: [],
    notes: [],
    unranked: '',
  };
}

/** One card with the x values 1, 2, …; a row is a list of estimates. */
function card(rows: Record<string, (Estimate | undefined)[]>, unit = 'sec/op'): Card {
  const count = Math.max(...Object.values(rows).map((r) => r.length));
  return {
    where: [{ name: 'pattern', value: 'p' }],
    xs: Array.from({ length: count }, (_, i) => String(i + 1)),
    rows: Object.entries(rows).map(([name, cells]) => ({
      series: { key: name, label: name, runtime: name, exec: 'e', look: look(0, 0) },
      cells: cells.map((e) => benchmark(name, e, unit)),
    })),
  };
}

const time: Unit = { name: 'sec/op', better: 'lower' };
const tell = (c: Card, unit = time, hidden: string[] = []) => plainText(story(c, 'w', unit, new Set(hidden)));

const origin = (job: string, cpu: string) => ({
  job,
  machine: cpu,
  run: { machine: { goos: 'linux', goarch: 'amd64', cpu, cores: 4 }, commit: '', date: '' },
});

describe('a card is told at its largest x', () => {
  const cases: [string, Record<string, (Estimate | undefined)[]>, string][] = [
    ['slower', { go: [estimate(10)], jvm: [estimate(14)] }, 'jvm takes 1.40× as long as go.'],
    [
      'faster, in the words people use',
      { go: [estimate(14)], jvm: [estimate(10)] },
      'jvm is 1.40× as fast as go.',
    ],
    ['overlap', { go: [estimate(10)], jvm: [estimate(10.5)] }, 'No clear difference between go and jvm.'],
    [
      'at the last x',
      { go: [estimate(10), estimate(20)], jvm: [estimate(50), estimate(40)] },
      'At w = 2, jvm takes 2.00× as long as go.',
    ],
    [
      'one of each',
      { go: [estimate(10)], a: [estimate(5)], b: [estimate(20)], c: [estimate(10)] },
      'a is 2.00× as fast as go; b takes 2.00× as long as go; no clear difference between go and c.',
    ],
    [
      'up to three are named in order',
      { go: [estimate(10)], a: [estimate(40)], b: [estimate(20)], c: [estimate(30)] },
      'b takes 2.00×, c 3.00× and a 4.00× as long as go.',
    ],
    [
      'of more, the ends',
      { go: [estimate(10)], a: [estimate(40)], b: [estimate(20)], c: [estimate(30)], d: [estimate(50)] },
      'b takes 2.00× as long as go and d 5.00×, with 2 more between them.',
    ],
    [
      'no interval',
      { go: [estimate(10, null, 5)], jvm: [estimate(40, null, 5)] },
      'Too few samples to tell the runtimes apart.',
    ],
    [
      'an x with intervals before a larger one without',
      { go: [estimate(10), estimate(20, null)], jvm: [estimate(30), estimate(90, null)] },
      'At w = 1, jvm takes 3.00× as long as go.',
    ],
    [
      'without the first, the next is compared with',
      { go: [undefined], a: [estimate(10)], b: [estimate(20)] },
      'b takes 2.00× as long as a.',
    ],
    ['alone', { go: [estimate(10)] }, ''],
    ['nothing', { go: [undefined], jvm: [undefined] }, ''],
  ];
  test.each(cases)('%s', (_, rows, want) => {
    expect(tell(card(rows))).toBe(want);
  });

  test('a hidden series is not told of', () => {
    expect(tell(card({ go: [estimate(10)], a: [estimate(20)], b: [estimate(20)] }), time, ['go'])).toBe(
      'No clear difference between a and b.',
    );
  });

  test('what is slower in the cold is told so', () => {
    const first: Unit = { name: 'first-sec/op', better: 'lower' };
    const rows = { go: [estimate(10)], a: [estimate(20)], b: [estimate(30)], c: [estimate(40)] };
    expect(tell(card(rows, first.name), first)).toBe(
      'a takes 2.00×, b 3.00× and c 4.00× as long as go for its first operation.',
    );
    expect(tell(card({ ...rows, d: [estimate(50)] }, first.name), first)).toBe(
      'a takes 2.00× as long as go for its first operation and d 5.00×, with 2 more between them.',
    );
  });

  test.each([
    ['B/op', 'jvm allocates 0.50× the bytes of go.'],
    ['allocs/op', 'jvm makes 0.50× the allocations of go.'],
    ['ops/s', 'jvm has 0.50× the ops/s of go.'],
    ['cpu-sec/op', 'jvm uses 0.50× the CPU time of go.'],
    ['start-sec', 'jvm is 2.00× as fast as go to its first result.'],
    ['first-sec/op', 'jvm is 2.00× as fast as go in its first operation.'],
    ['tenth-sec/op', 'jvm is 2.00× as fast as go in its tenth operation.'],
    ['peak-rss-bytes', 'jvm takes 0.50× the memory of go at its peak.'],
    ['threads-started', 'jvm starts 0.50× the threads of go.'],
    ['threads-peak', 'jvm has 0.50× the threads of go at its peak.'],
    ['binary-bytes', 'jvm has 0.50× the binary size of go.'],
  ])('%s', (unit, want) => {
    expect(
      tell(card({ go: [estimate(10)], jvm: [estimate(5)] }, unit), { name: unit, better: 'lower' }),
    ).toBe(want);
  });
});

describe('difference', () => {
  const of = (...samples: number[]): Estimate => ({
    center: 1,
    low: 0.9,
    high: 1.1,
    n: samples.length,
    samples,
  });

  // As benchstat has it, whatever the intervals do: p = 0.002, far above 0.05, and 0.1 of three against three.
  test.each([
    ['apart', of(1, 2, 3, 4, 5, 6), of(7, 8, 9, 10, 11, 12)],
    ['same', of(1, 2, 3, 4, 5, 8), of(0.5, 3.5, 4.5, 5.5, 6.5, 7.5)],
    ['unknown', of(1, 2, 3), of(4, 5, 6)],
    ['unknown', of(), of(4, 5, 6, 7, 8, 9)],
  ])('%s', (want, a, b) => expect(difference(a, b).clarity).toBe(want));

  test('zero has no ratio', () => {
    expect(difference(estimate(0), estimate(1)).ratio).toBeUndefined();
  });
});

describe('relative', () => {
  const cells = (c: Card, row: number) => c.rows[row]?.cells.map((b) => b?.values[RATIO]);
  test('the first series is one, the others their ratio with an interval no narrower than either', () => {
    const [got] = relative([card({ go: [estimate(10, 0.1)], jvm: [estimate(20, 0.1)] })], 'sec/op');
    expect(cells(got as Card, 0)).toEqual([{ center: 1, low: 1, high: 1, n: 6, samples: [] }]);
    const other = cells(got as Card, 1)?.[0];
    expect(other?.center).toBeCloseTo(2);
    expect(other?.low).toBeCloseTo(18 / 11);
    expect(other?.high).toBeCloseTo(22 / 9);
  });
  test('another machine, no ratio; another job, no sentence', () => {
    const c = card({ go: [estimate(10)], jvm: [estimate(20)] });
    const [a, b] = c.rows.map((r) => r.series);
    if (!a || !b) throw new Error('no rows');
    a.origin = origin('1', 'EPYC');
    b.origin = origin('2', 'Xeon');
    const [got] = relative([c], 'sec/op');
    expect(cells(got as Card, 1)).toEqual([undefined]);
    expect(tell(c)).toBe('');
    b.origin = origin('2', 'EPYC');
    expect(tell(c)).toBe('');
    b.origin = origin('1', 'EPYC');
    expect(tell(c)).toBe('jvm takes 2.00× as long as go.');
  });
  test('no base, no ratio; no interval, none of the ratio', () => {
    const [got] = relative(
      [card({ go: [undefined, estimate(10, null)], jvm: [estimate(20), estimate(20)] })],
      'sec/op',
    );
    expect(cells(got as Card, 1)).toEqual([
      undefined,
      { center: 2, low: null, high: null, n: 3, samples: [] },
    ]);
  });
});

describe('what did not settle', () => {
  // A card of two series, of which jvm has so many unsteady samples of six.
  const half = (unsteady: number) => {
    const c = card({ go: [estimate(10)], jvm: [estimate(100)] });
    (c.rows[1]?.cells[0] as Benchmark).unsteady = unsteady;
    return c;
  };

  test.each([
    [0, 10],
    [2, 10],
    [3, undefined],
    [6, undefined],
  ])('with %d of 6 samples unsteady the ratio is %s', (unsteady, want) => {
    const [got] = relative([half(unsteady)], 'sec/op');
    expect(got?.rows[1]?.cells[0]?.values.ratio?.center).toBe(want);
    const told = tell(half(unsteady));
    expect(told !== '').toBe(want !== undefined);
  });

  test('as a reference it leaves nobody a ratio', () => {
    const c = half(0);
    (c.rows[0]?.cells[0] as Benchmark).unsteady = 6;
    expect(relative([c], 'sec/op')[0]?.rows.map((r) => r.cells[0]?.values)).toEqual([{}, {}]);
  });
});

describe('notes', () => {
  const run = goldenRun('tour');
  test('skips, failures, unsteady and few samples are said in words', () => {
    const c = card({ go: [estimate(10, null, 4)], jvm: [undefined] });
    const jvm = c.rows[1]?.cells[0] as Benchmark;
    jvm.failures = [{ count: 2, reason: 'exit status 2: panic: boom' }];
    jvm.unsteady = 1;
    const skipped = {
      name: 'kn',
      toolchain: '',
      flags: '',
      execs: [],
      status: 'skipped',
      reason: 'no konanc',
    };
    expect(
      notesOf({ ...run, runtimes: [...run.runtimes, skipped] }, [c], 'sec/op').map((n) => n.text),
    ).toEqual([
      'kn was skipped: no konanc',
      'jvm: 2 samples failed (exit status 2: panic: boom) in W/of=jvm',
      'jvm: unsteady samples (times were still changing) in W/of=jvm',
      '1 value with fewer than 6 samples: too few for a 95 % interval',
    ]);
  });
  test('of many series, how many samples were unsteady is one line', () => {
    const c = card({ go: [estimate(10)], jvm: [estimate(10)], native: [estimate(10)] });
    for (const row of c.rows) for (const cell of row.cells) if (cell) cell.unsteady = 2;
    expect(notesOf(run, [c], 'sec/op').map((n) => n.text)).toEqual([
      'Unsteady samples (times were still changing): go in 1 value, jvm in 1 value, native in 1 value',
    ]);
  });
  test('what a workload says of itself', () => {
    const c = card({ go: [estimate(10)], jvm: [estimate(10)] });
    c.rows[0]?.cells.forEach((cell) => {
      if (cell) cell.unranked = 'updates may get lost';
    });
    c.rows[1]?.cells.forEach((cell) => {
      if (cell) cell.notes = [{ count: 6, reason: "can't hold 8000 requests a second here" }];
    });
    expect(notesOf(run, [c], 'sec/op').map((n) => n.text)).toEqual([
      'go: not ranked: updates may get lost, in W/of=go',
      "jvm: can't hold 8000 requests a second here, in W/of=jvm",
    ]);
    expect(tell(c)).toBe('');
  });
  test('a clean run has none', () => {
    expect(notesOf(run, [card({ go: [estimate(10)] })], 'sec/op')).toEqual([]);
  });
});
