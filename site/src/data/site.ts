// What data/index.json says besides the runs: what changed, how runtimes compare, which trends there are.
//
// All of it is newer than the list of runs, so a file without it is of a site that has runs alone.

import type { Guard } from './guard.ts';
import * as check from './guard.ts';
import { type Index, index, type Listed, listed, type Machine, type RunEntry, type Unit } from './run.ts';

export interface Site extends Index {
  /** What the configuration calls the site; empty where there is none. */
  title: string;
  /** What each workload does, by its name. */
  described: Record<string, Described>;
  /** Address of the repository's pages, https://…; empty where there is none. */
  repository: string;
  /** Tag of the last release; empty where there is none. */
  release: string;
  /** How many runs the pages of the list have. */
  total: number;
  /** By which the age of the data is told: the newest of the default branch, or of all where it has none. */
  newest: Listed | undefined;
  alarms: Alarms | undefined;
  live: Live | undefined;
  matrix: Cell[];
  verdicts: Verdict[];
  trends: Trends;
  /** Files of the history that could not be shown. */
  skipped: Skipped[];
}

/** What a workload does, in a sentence, and what its parameters mean. */
export interface Described {
  doc: string;
  parameters: Record<string, string>;
}

export interface Skipped {
  id: string;
  /** With the name of the file, and mostly the line. */
  reason: string;
}

/** What was said of a benchmark that got slower or faster, head against base in one job. */
export interface Verdict {
  run: string;
  date: string;
  base: string;
  head: string;
  verdict: string;
  runtime: string;
  /** Its name, or that of a group. */
  benchmark: string;
  /** Of a group: how many benchmarks moved together; 0 for a benchmark. */
  members: number;
  ratio: number;
  low: number;
  high: number;
  p: number;
  n: number;
}

/** Measured reports on what had not changed, and how many of them called something slower or faster. */
export interface Live {
  count: number;
  of: number;
}

/** How often something was called slower or faster in simulated reports on what had not changed. */
export interface Alarms {
  /** The run whose rounds it was drawn from, and when that began. */
  run: string;
  date: string;
  count: number;
  of: number;
  /** Upper bound of the rate at 95 %. */
  high: number;
}

/** A runtime's ratio to Go in a workload: the geometric mean over all twins of one run. */
export interface Cell {
  workload: string;
  unit: string;
  runtime: string;
  exec: string;
  /** Whether the exec is the first that the runtime was measured with. */
  first: boolean;
  ratio: number;
  /** Ends of its interval; 0 where there are too few samples for one. */
  low: number;
  high: number;
  twins: number;
  /** How many of them differ from Go's by benchstat's test. */
  differ: number;
  /** How many count although some of their samples did not settle. */
  careful: number;
  /** How many twins are left out, since their samples did not settle. The ratio is 0 where all are. */
  unsteady: number;
  run: string;
}

/** The trends of the main branch, by names that are told once. */
export interface Trends {
  runs: number;
  commits: number;
  machines: Machine[];
  units: Unit[];
  runtimes: string[];
  execs: string[];
  names: string[];
  /** Places of name, runtime and exec, and GOMAXPROCS; the shard is trends/N.bin, N being the place here. */
  series: [number, number, number, number][];
  changes: ChangeAt[];
  spans: Span[];
}

/** The commits between two runs that follow each other on one machine, behind base and up to head. */
export interface Span {
  /** Places of base and head. */
  from: number;
  to: number;
  base: string;
  head: string;
  /** The newest of those between, head first; empty for older changes. */
  commits: { hash: string; author: string; subject: string }[];
}

/** A change point: the level of a trend differs from here on. */
export interface Change {
  /** Place of the first run after it on the axis, and of the last before. */
  at: number;
  from: number;
  ratio: number;
  /** Ends of the ratio's 95 % interval; 0 where there is none. */
  low: number;
  high: number;
  p: number;
  /** Points on each side, up to the next change. */
  before: number;
  after: number;
  /** Whether the values were ratios to the ruler. */
  ruler: boolean;
  /** Whether the benchmark's code is the same on both sides, so that no commit made the change. */
  same: boolean;
  /** Whether so few values are later that the next may take the change back. */
  provisional: boolean;
}

export interface ChangeAt extends Change {
  series: number;
  unit: string;
  machine: number;
  /** Place on the axis of the first commit that has it. */
  place: number;
  /** Place of its span in the index. */
  span: number;
  date: string;
  /** Points around the change in thousandths of the level before; turn is the first after it. Empty for older ones. */
  spark: number[];
  turn: number;
}

const { text, number, list, shape, oneOf, otherwise } = check;

export const changeGuards = {
  at: number,
  from: number,
  ratio: number,
  low: number,
  high: number,
  p: number,
  before: number,
  after: number,
  ruler: otherwise(check.flag, false),
  same: otherwise(check.flag, false),
  provisional: otherwise(check.flag, false),
};

const series: Guard<Trends['series'][number]> = (value, at) => {
  const places = list(number)(value, at);
  if (places.length !== 4) check.refuse(value, at, 'four numbers');
  return places as [number, number, number, number];
};

const trends = shape<Trends>({
  runs: number,
  commits: number,
  machines: list(shape<Machine>({ goos: text, goarch: text, cpu: text, cores: number })),
  units: list(shape<Unit>({ name: text, better: oneOf('lower', 'higher', '') })),
  runtimes: list(text),
  execs: list(text),
  names: list(text),
  series: list(series),
  changes: list(
    shape<ChangeAt>({
      ...changeGuards,
      series: number,
      unit: text,
      machine: number,
      place: number,
      span: number,
      date: text,
      spark: otherwise(list(number), []),
      turn: otherwise(number, 0),
    }),
  ),
  spans: list(
    shape<Span>({
      from: number,
      to: number,
      base: text,
      head: text,
      commits: otherwise(
        list(shape({ hash: text, author: otherwise(text, ''), subject: otherwise(text, '') })),
        [],
      ),
    }),
  ),
});

const NONE: Trends = {
  runs: 0,
  commits: 0,
  machines: [],
  units: [],
  runtimes: [],
  execs: [],
  names: [],
  series: [],
  changes: [],
  spans: [],
};

const more = shape<Omit<Site, keyof Index>>({
  title: otherwise(text, ''),
  described: otherwise(
    check.record(shape<Described>({ doc: text, parameters: otherwise(check.record(text), {}) })),
    {},
  ),
  repository: otherwise(address, ''),
  release: otherwise(text, ''),
  total: otherwise(number, 0),
  newest: otherwise<Listed | undefined>(listed, undefined),
  alarms: otherwise<Alarms | undefined>(
    shape<Alarms>({
      run: otherwise(text, ''),
      date: otherwise(text, ''),
      count: number,
      of: number,
      high: number,
    }),
    undefined,
  ),
  live: otherwise<Live | undefined>(shape<Live>({ count: number, of: number }), undefined),
  matrix: otherwise(
    list(
      shape<Cell>({
        workload: text,
        unit: text,
        runtime: text,
        exec: text,
        first: otherwise(check.flag, false),
        ratio: number,
        low: number,
        high: number,
        twins: number,
        differ: otherwise(number, 0),
        careful: otherwise(number, 0),
        unsteady: otherwise(number, 0),
        run: text,
      }),
    ),
    [],
  ),
  verdicts: otherwise(
    list(
      shape<Verdict>({
        run: text,
        date: text,
        base: text,
        head: text,
        verdict: text,
        runtime: text,
        benchmark: text,
        members: otherwise(number, 0),
        ratio: number,
        low: number,
        high: number,
        p: number,
        n: number,
      }),
    ),
    [],
  ),
  trends: otherwise(trends, NONE),
  skipped: otherwise(list(shape<Skipped>({ id: text, reason: text })), []),
});

// What data says becomes the address of a link, so only one that leads to a page.
function address(value: unknown, at: string): string {
  const url = text(value, at);
  return /^https?:\/\//.test(url)
    ? url.replace(/\/+$/, '')
    : check.refuse(value, at, 'an address with https://');
}

/** site reads data/index.json; `at` names the file in errors. */
export function site(value: unknown, at: string): Site {
  const runs: { runs: RunEntry[] } = index(value, at);
  const read = { ...more(value, at), ...runs };
  const { trends: t } = read;
  for (const [i, [name, runtime, exec]] of t.series.entries())
    if (!(name in t.names && runtime in t.runtimes && exec in t.execs))
      check.refuse(undefined, `${at}.trends.series[${i}]`, 'places of names');
  for (const [i, c] of t.changes.entries())
    if (!(c.series in t.series && c.machine in t.machines && c.span in t.spans))
      check.refuse(undefined, `${at}.trends.changes[${i}]`, 'a series, a machine and a span of the index');
  return read;
}
