// What all shards have in common: the runs of the main branch, where and when they were, and their commits.

import * as check from './guard.ts';
import { DataError, versioned } from './guard.ts';
import { loadJson, placeOf } from './load.ts';

export interface Axis {
  /** Place of each run's commit among the commits. */
  commit: Int32Array;
  /** Seconds since 1970. */
  date: Float64Array;
  machine: Int32Array;
  environment: Int32Array;
  /** Seconds that the ruler took; 0 where it wasn't measured. */
  ruler: Float64Array;
  rulers: string[];
  environments: Environment[];
  /** How many commits there are, and the first run of each. */
  commits: number;
  first: Int32Array;
  /** Places of the runs on each machine. */
  onMachine: number[][];
}

export interface Environment {
  kernel: string;
  image: string;
  runtimes: Record<string, { toolchain: string; flags: string }>;
}

/** What a reader is told of a commit. */
export interface Told {
  hash: string;
  author: string;
  subject: string;
  /** The first run of it. */
  run: string;
}

interface Written {
  commit: number[];
  date: number[];
  machine: number[];
  environment: number[];
  ruler: number[];
  rulers: string[];
  environments: Environment[];
}

const { text, number, list, shape, record } = check;

const written = shape<Written>({
  commit: list(number),
  date: list(number),
  machine: list(number),
  environment: list(number),
  ruler: list(number),
  rulers: list(text),
  environments: list(
    shape<Environment>({
      kernel: text,
      image: text,
      runtimes: record(shape({ toolchain: text, flags: text })),
    }),
  ),
});

const AXIS = 'trends/axis.json.gz';

export async function loadAxis(): Promise<Axis> {
  return axisOf(await loadJson(AXIS), placeOf(AXIS));
}

/** axisOf reads the axis; `at` names its file in errors. */
export function axisOf(value: unknown, at: string): Axis {
  versioned(value, at);
  const w = written(value, at);
  const runs = w.commit.length;
  for (const name of ['date', 'machine', 'environment', 'ruler', 'rulers'] as const)
    if (w[name].length !== runs)
      throw new DataError('damaged', `${at}.${name}: got ${w[name].length} entries, want ${runs}`);
  const date = new Float64Array(runs);
  let now = 0;
  for (let i = 0; i < runs; i++) {
    now += w.date[i] as number;
    date[i] = now;
  }
  const commits = w.commit.reduce((most, place) => Math.max(most, place + 1), 0);
  const first = new Int32Array(commits).fill(-1);
  for (let i = runs - 1; i >= 0; i--) first[w.commit[i] as number] = i;
  const onMachine: number[][] = [];
  for (const [place, machine] of w.machine.entries()) {
    while (onMachine.length <= machine) onMachine.push([]);
    (onMachine[machine] as number[]).push(place);
  }
  return {
    commit: Int32Array.from(w.commit),
    date,
    machine: Int32Array.from(w.machine),
    environment: Int32Array.from(w.environment),
    ruler: Float64Array.from(w.ruler),
    rulers: w.rulers,
    environments: w.environments,
    commits,
    first,
    onMachine,
  };
}

const BLOCK = 512;

const block = shape({ hash: list(text), author: list(text), subject: list(text), run: list(text) });

/** Commits are loaded in blocks, when a reader comes to one of theirs. */
export class Commits {
  readonly #blocks = new Map<
    number,
    Promise<{ hash: string[]; author: string[]; subject: string[]; run: string[] }>
  >();
  readonly #told = new Map<number, Told>();

  /** known is the commit at a place if its block is there already. */
  known(place: number): Told | undefined {
    return this.#told.get(place);
  }

  /** load is the commit at a place. */
  async load(place: number): Promise<Told | undefined> {
    const number = Math.floor(place / BLOCK);
    let loading = this.#blocks.get(number);
    if (!loading) {
      const file = `trends/commits-${number}.json.gz`;
      loading = loadJson(file).then((value) => {
        versioned(value, placeOf(file));
        return block(value, placeOf(file));
      });
      this.#blocks.set(number, loading);
      // What couldn't be read is asked for again.
      loading.catch(() => this.#blocks.delete(number));
    }
    const b = await loading;
    for (const [i, hash] of b.hash.entries())
      this.#told.set(number * BLOCK + i, {
        hash,
        author: b.author[i] ?? '',
        subject: b.subject[i] ?? '',
        run: b.run[i] ?? '',
      });
    return this.#told.get(place);
  }
}

/** updates says what differs between two environments for a runtime: "toolchain go1.26.1 → go1.26.2". */
export function updates(before: Environment, after: Environment, runtime: string): string[] {
  const a = before.runtimes[runtime];
  const b = after.runtimes[runtime];
  const pairs: [string, string | undefined, string | undefined][] = [
    ['toolchain', a?.toolchain, b?.toolchain],
    ['flags', a?.flags, b?.flags],
    ['kernel', before.kernel, after.kernel],
    ['image', before.image, after.image],
  ];
  return pairs.flatMap(([name, from, to]) =>
    from === undefined || to === undefined || from === to
      ? []
      : [`${name} ${from || 'none'} → ${to || 'none'}`],
  );
}

/** lowerBound is the index of the first of sorted values that isn't below v. */
export function lowerBound(values: ArrayLike<number>, v: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < v) low = middle + 1;
    else high = middle;
  }
  return low;
}
