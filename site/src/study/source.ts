// Which of the site's results stand beside the published ones.
//
// A profile may be measured in parts, so a figure may need several runs. They are of one machine: the one of the
// newest run that has anything of the subject. Within it, the newest run that tried a benchmark speaks for it.

import type { Benchmark, Index, Machine, Run, RunEntry, Runtime } from '../data/run.ts';
import type { Mode, Pattern } from './published.ts';

/** At most so many runs are loaded, the newest: each is a file of its own. */
const MOST = 32;

export interface Held {
  entry: RunEntry;
  run: Run;
}

/** What is measured of one subject, on one machine. */
export interface Measured {
  machine: Machine;
  /** The runs that the benchmarks are from, newest first. */
  runs: Held[];
  benchmarks: Benchmark[];
  /** The runtime that stands for each mode. */
  runtimes: Map<Mode, string>;
  /** Runtimes that a run on the machine skipped, with the reason; of the newest run first. */
  skipped: Runtime[];
}

/** What a figure, a table or a claim is about. */
export type Subject =
  | 'matmul'
  | 'sequential'
  | 'cold'
  | 'pi'
  | 'programs'
  | 'file'
  | 'rest'
  | 'server'
  | 'counter';

export type Data = Partial<Record<Subject, Measured>>;

export const PATTERNS: Pattern[] = ['fan', 'coordinator', 'pure'];

const COLD = 'first-sec/op';

const WANTED: Record<Subject, (b: Benchmark) => boolean> = {
  // What has other parameters than these isn't at their defaults, and so no twin of what the study measured.
  matmul: (b) => swept(b) && ('sec/op' in b.values || b.failures.length > 0),
  // The patterns beside the sequential product, at the sizes that it has.
  sequential: (b) => swept(b) || alone(b),
  cold: (b) => swept(b) && COLD in b.values,
  pi: (b) => b.workload === 'PiLeibniz',
  programs: (b) => ['Condition', 'BoundedBuffer', 'SelectFanIn', 'Broadcast', 'Cancel'].includes(b.workload),
  file: (b) => b.workload === 'FileIO',
  rest: (b) => b.workload === 'HTTPClient',
  server: (b) => b.workload === 'HTTPServer' && !('file' in b.parameters),
  counter: (b) => b.workload === 'Counter',
};

function swept(b: Benchmark): boolean {
  return (
    b.workload === 'MatMul' &&
    Object.keys(b.parameters).every((name) => ['pattern', 'n', 'workers'].includes(name)) &&
    PATTERNS.some((pattern) => pattern === b.parameters.pattern)
  );
}

/** The product of one thread, without a message; what else it varies is the order of its loops. */
function alone({ workload, parameters }: Benchmark): boolean {
  return workload === 'MatMul' && parameters.pattern === 'sequential' && !('cpus' in parameters);
}

/** Profiles whose runs are read: cold starts have one of their own. */
const PROFILES = ['study', 'cold'];

/** entriesOf are the runs of an index that the page reads, newest first. */
export function entriesOf(index: Index): RunEntry[] {
  return index.runs.filter((r) => PROFILES.includes(r.profile)).slice(0, MOST);
}

/** dataOf gathers every subject; held are the loaded runs, newest first. */
export function dataOf(held: Held[]): Data {
  const data: Data = {};
  for (const subject of Object.keys(WANTED) as Subject[]) {
    const from = subject === 'cold' ? held : held.filter((h) => h.entry.profile === 'study');
    const measured = gather(from, WANTED[subject], subject === 'sequential' ? alone : undefined);
    if (measured) data[subject] = measured;
  }
  return data;
}

/**
 * gather takes the wanted benchmarks of one machine: that of the newest run with one that leads, which any wanted one does
 * if nothing else is said. It is undefined if no run has any.
 */
export function gather(
  held: Held[],
  wanted: (b: Benchmark) => boolean,
  leads = wanted,
): Measured | undefined {
  const useful = (b: Benchmark) => wanted(b) && tried(b) && MODES.some((mode) => NAMES[mode].test(b.runtime));
  const newest = held.find((h) => h.run.benchmarks.some((b) => useful(b) && leads(b)));
  if (!newest) return undefined;
  const { machine } = newest.run;
  const own = held.filter((h) => same(h.run.machine, machine));
  const found = new Map<string, { benchmark: Benchmark; from: Held }>();
  for (const from of own)
    for (const benchmark of from.run.benchmarks.filter(useful)) {
      const key = `${benchmark.runtime} ${benchmark.exec} ${benchmark.name}`;
      if (!found.has(key)) found.set(key, { benchmark, from });
    }

  const runtimes = standing([...found.values()].map((f) => f.benchmark));
  const names = new Set(runtimes.values());
  const kept = [...found.values()].filter((f) => names.has(f.benchmark.runtime));
  return {
    machine,
    runs: own.filter((h) => kept.some((f) => f.from === h)),
    benchmarks: kept.map((f) => f.benchmark),
    runtimes,
    skipped: own.flatMap((h) => h.run.runtimes.filter((r) => r.status === 'skipped')),
  };
}

// A skipped runtime has benchmarks too, with nothing in them.
function tried(b: Benchmark): boolean {
  return Object.keys(b.values).length > 0 || b.failures.length > 0;
}

/** parametersOf lists a benchmark's parameters in the order of its name, which an object of them doesn't keep. */
export function parametersOf({ name, parameters }: Benchmark): [string, string][] {
  const place = ([key]: [string, string]) => name.indexOf(`/${key}=`);
  return Object.entries(parameters).sort((a, b) => place(a) - place(b));
}

function same(a: Machine, b: Machine): boolean {
  return a.cpu === b.cpu && a.cores === b.cores && a.goos === b.goos && a.goarch === b.goarch;
}

/**
 * Names of the runtimes that may stand for a mode; of several, the one with the highest number that has a value does, and
 * of those that failed everywhere the highest where there is no other.
 */
export const NAMES: Record<Mode, RegExp> = {
  go: /^go$/,
  kt: /^jvm-(\d+)$/,
  kt_graal: /^native-image-(\d+)$/,
  kt_ntv: /^kotlin-native$/,
};

export const MODES = Object.keys(NAMES) as Mode[];

function standing(benchmarks: Benchmark[]): Map<Mode, string> {
  const valued = new Map<string, boolean>();
  for (const { runtime, values } of benchmarks)
    valued.set(runtime, valued.get(runtime) || Object.keys(values).length > 0);
  const found = new Map<Mode, string>();
  for (const mode of MODES) {
    const rank = (name: string) => Number(name.match(NAMES[mode])?.[1] ?? 0) + (valued.get(name) ? 1e6 : 0);
    const [first] = [...valued.keys()]
      .filter((name) => NAMES[mode].test(name))
      .sort((a, b) => rank(b) - rank(a));
    if (first !== undefined) found.set(mode, first);
  }
  return found;
}
