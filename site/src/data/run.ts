// What `cobench publish` writes, and the guard that reads it.
//
// In goes parsed JSON, out come typed values. Anything of another shape or version is refused with its place,
// so that the page never draws half of a file. Members it doesn't know are left alone: a newer publish may add some.

import {
  bound,
  flag,
  list,
  number,
  oneOf,
  optional,
  otherwise,
  record,
  shape,
  text,
  versioned,
} from './guard.ts';

export { DataError } from './guard.ts';

export interface Index {
  runs: RunEntry[];
}

export interface RunEntry {
  id: string;
  /** Path of the run's file, relative to index.json. */
  file: string;
  kind: string;
  /** RFC 3339, UTC. */
  date: string;
  commit: string;
  dirty: boolean;
  profile: string;
  /** What was said by whoever started it; empty for most. */
  note: string;
  cpu: string;
  runtimes: string[];
}

/** A run of the list of all; one whose file isn't kept has none, and its place on the axis of trends. */
export interface Listed extends RunEntry {
  place?: number | undefined;
}

export interface Run {
  id: string;
  kind: string;
  date: string;
  commit: string;
  dirty: boolean;
  profile: string;
  machine: Machine;
  environment: Record<string, string>;
  runtimes: Runtime[];
  workloads: Workload[];
  units: Unit[];
  benchmarks: Benchmark[];
  /** The report on a run with two sides. */
  judged?: Judged | undefined;
}

export interface Machine {
  goos: string;
  goarch: string;
  cpu: string;
  cores: number;
}

export interface Runtime {
  name: string;
  toolchain: string;
  flags: string;
  execs: string[];
  status: string;
  /** Why a skipped runtime was skipped. */
  reason: string;
}

export interface Workload {
  name: string;
  parameters: Parameter[];
}

export interface Parameter {
  name: string;
  kind: 'text' | 'number';
  values: string[];
}

export interface Unit {
  name: string;
  /** Empty where the unit's line doesn't say. */
  better: 'lower' | 'higher' | '';
}

export interface Benchmark {
  workload: string;
  name: string;
  parameters: Record<string, string>;
  exec: string;
  runtime: string;
  procs: number;
  /** By unit; empty when every sample failed. */
  values: Record<string, Estimate>;
  /**
   * Seconds that the 1st, 2nd, … operation of a cold process took: medians over such processes. Empty without cold
   * samples.
   */
  curve: number[];
  /** How many samples were marked unsteady. */
  unsteady: number;
  failures: Failure[];
  /** What the workload says of some of its samples: that a server did not hold the rate, say. */
  notes: Failure[];
  /** Why its values compare with no other's: a race, say. Empty where they do. */
  unranked: string;
}

/** A median with its 95 % interval, in the unit it stands under (sec/op: seconds). */
export interface Estimate {
  center: number;
  /** null: the interval is infinite, which it is below six samples. */
  low: number | null;
  high: number | null;
  n: number;
  samples: number[];
}

export interface Failure {
  count: number;
  reason: string;
}

/** What a report says of base and head, measured in one job. */
export interface Judged {
  base: string;
  head: string;
  /** The verdict on the whole, in a line, and what is said of the rest. */
  headline: string;
  rest: string;
  /** The command that measures the same again. */
  command: string;
  groups: JudgedRow[];
  /** What matters most first. */
  rows: JudgedRow[];
}

/** The verdict on a benchmark, or on a group of them; null where there is no such number. */
export interface JudgedRow {
  verdict: string;
  /** The verdict on allocations; empty without one. */
  allocations: string;
  runtime: string;
  benchmark: string;
  /** Of a group: how many benchmarks it has. */
  members: number;
  /** Seconds. */
  base: number | null;
  head: number | null;
  ratio: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  n: number;
  /** What bounds the verdict. */
  remark: string;
}

const estimate = shape<Estimate>({
  center: number,
  low: bound,
  high: bound,
  n: number,
  samples: list(number),
});

const benchmark = shape<Benchmark>({
  workload: text,
  name: text,
  parameters: record(text),
  exec: text,
  runtime: text,
  procs: number,
  values: record(estimate),
  curve: optional(list(number)),
  unsteady: number,
  failures: list(shape<Failure>({ count: number, reason: text })),
  notes: optional(list(shape<Failure>({ count: number, reason: text }))),
  unranked: (value, at) => (value === undefined ? '' : text(value, at)),
});

const judgedRow = shape<JudgedRow>({
  verdict: text,
  allocations: otherwise(text, ''),
  runtime: text,
  benchmark: text,
  members: otherwise(number, 0),
  base: bound,
  head: bound,
  ratio: bound,
  low: bound,
  high: bound,
  p: bound,
  n: number,
  remark: otherwise(text, ''),
});

const judged = shape<Judged>({
  base: text,
  head: text,
  headline: text,
  rest: otherwise(text, ''),
  command: text,
  groups: optional(list(judgedRow)),
  rows: list(judgedRow),
});

const run = shape<Run>({
  id: text,
  kind: text,
  date: text,
  commit: text,
  dirty: flag,
  profile: text,
  machine: shape<Machine>({ goos: text, goarch: text, cpu: text, cores: number }),
  environment: record(text),
  runtimes: list(
    shape<Runtime>({
      name: text,
      toolchain: text,
      flags: text,
      execs: list(text),
      status: text,
      reason: text,
    }),
  ),
  workloads: list(
    shape<Workload>({
      name: text,
      parameters: list(shape<Parameter>({ name: text, kind: oneOf('text', 'number'), values: list(text) })),
    }),
  ),
  units: list(shape<Unit>({ name: text, better: oneOf('lower', 'higher', '') })),
  benchmarks: list(benchmark),
  judged: otherwise<Judged | undefined>(judged, undefined),
});

const ENTRY = {
  id: text,
  file: text,
  kind: text,
  date: text,
  commit: text,
  dirty: flag,
  profile: text,
  note: otherwise(text, ''),
  cpu: text,
  runtimes: list(text),
};

const entry = shape<RunEntry>(ENTRY);

/** listed is the guard of a run of the list. */
export const listed = shape<Listed>({
  ...ENTRY,
  file: otherwise(text, ''),
  place: otherwise<number | undefined>(number, undefined),
});

/** index reads data/index.json; `at` names the file in errors. */
export function index(value: unknown, at: string): Index {
  versioned(value, at);
  return shape<Index>({ runs: list(entry) })(value, at);
}

/** runOf reads data/runs/ID.json; `at` names the file in errors. */
export function runOf(value: unknown, at: string): Run {
  versioned(value, at);
  return run(value, at);
}
