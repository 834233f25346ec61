// A shard: the trend of one benchmark on one runtime, as go/internal/publish/shard writes it, which says how.

import * as check from './guard.ts';
import { DataError, type Guard } from './guard.ts';
import { inflated, loadBytes, placeOf } from './load.ts';
import { fullName, type Named } from './names.ts';
import { type Change, changeGuards } from './site.ts';

export const SHARD_VERSION = 2;

export interface Shard {
  runtime: string;
  benchmark: string;
  columns: Column[];
}

/** One unit on one machine; lists have an entry for each point. */
export interface Column {
  unit: string;
  machine: number;
  changes: Change[];
  /** Places of runs among those on the machine, growing. */
  run: Int32Array;
  center: Float64Array;
  /** Ends of the 95 % interval; NaN where there are too few samples for one. */
  low: Float64Array;
  high: Float64Array;
  n: Int32Array;
  /** How many of the samples are unsteady. */
  unsteady: Int32Array;
  /** Number of the code that was measured: neighbours with the same number measured the same; 0 is unknown. */
  code: Int32Array;
}

interface Header {
  runtime: string;
  benchmark: string;
  columns: { unit: string; machine: number; n: number; blocks: number[]; changes: Change[] }[];
}

const MAGIC = [0x63, 0x6f, 0x62, 0x74];
const BLOCK = 4096;
const EXPECT = 8;

const { text, number, list, shape, otherwise } = check;

const header: Guard<Header> = shape<Header>({
  runtime: text,
  benchmark: text,
  columns: list(
    shape({
      unit: text,
      machine: number,
      n: number,
      blocks: list(number),
      changes: otherwise(list(shape<Change>(changeGuards)), []),
    }),
  ),
});

const shards = new Map<number, Shard>();

/** loadShard reads the shard of a series once. */
export async function loadShard(s: Named, signal?: AbortSignal): Promise<Shard> {
  const known = shards.get(s.number);
  if (known) return known;
  const file = `trends/${s.number}.bin`;
  const shard = await shardOf(await loadBytes(file, signal), placeOf(file));
  // A page that was open while the site was published anew has an older index.
  if (shard.runtime !== s.runtime || shard.benchmark !== fullName(s))
    throw new DataError(
      'damaged',
      `${placeOf(file)}: holds ${shard.runtime} ${shard.benchmark}, since the site was published anew: load it again`,
    );
  shards.set(s.number, shard);
  return shard;
}

/**
 * unsettled tells whether so many samples are unsteady that the centre may be one of those: such a point is shown, and
 * takes no part in what is found.
 */
export function unsettled(unsteady: number, n: number): boolean {
  return unsteady > 0 && 2 * unsteady >= n;
}

/** shardOf reads a shard's file; `at` names it in errors. */
export async function shardOf(bytes: Uint8Array<ArrayBuffer>, at: string): Promise<Shard> {
  const damaged = (what: string) => new DataError('damaged', `${at}: ${what}`);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw damaged('no shard');
  const version = bytes[MAGIC.length];
  if (version !== SHARD_VERSION)
    throw new DataError('version', `${at}: version ${version}, this page reads version ${SHARD_VERSION}`);
  const reader = new Reader(bytes, MAGIC.length + 1);
  let said: Header;
  try {
    const text = await inflated(reader.take(reader.unsigned()), 'deflate-raw');
    const json: unknown = JSON.parse(new TextDecoder().decode(text));
    said = header(json, at);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw damaged('cut short, or a damaged header');
  }
  const columns: Column[] = [];
  for (const c of said.columns) {
    const column = room(c.unit, c.machine, c.changes, c.n);
    if (c.blocks.length !== Math.ceil(c.n / BLOCK))
      throw damaged(`${c.unit}: the blocks don’t fit the points`);
    for (const [i, length] of c.blocks.entries())
      try {
        unpack(
          await inflated(reader.take(length), 'deflate-raw'),
          column,
          i * BLOCK,
          Math.min(c.n, (i + 1) * BLOCK),
        );
      } catch {
        throw damaged(`${c.unit}: cut short, or damaged`);
      }
    columns.push(column);
  }
  return { runtime: said.runtime, benchmark: said.benchmark, columns };
}

function room(unit: string, machine: number, changes: Change[], n: number): Column {
  return {
    unit,
    machine,
    changes,
    run: new Int32Array(n),
    center: new Float64Array(n),
    low: new Float64Array(n),
    high: new Float64Array(n),
    n: new Int32Array(n),
    unsteady: new Int32Array(n),
    code: new Int32Array(n),
  };
}

const ONE = 1 << 20;
const LOG_RATIO = Math.log(1.001);

// The values of steps that occur; a trend stays within some hundred.
const values = new Map<number, number>();

function value(step: number): number {
  if (step === 0) return 0;
  let v = values.get(step);
  if (v === undefined) {
    v = Math.exp((step - ONE) * LOG_RATIO);
    values.set(step, v);
  }
  return v;
}

const NO_END = 0;
const ZERO_END = 255;

function distance(code: number): number {
  const d = code - 1;
  if (d < 8) return d;
  const octave = ((d - 8) >> 2) + 1;
  return (4 + ((d - 8) & 3)) * 2 ** octave + 2 ** (octave - 1);
}

function end(center: number, code: number, direction: number): number {
  if (code === NO_END) return Number.NaN;
  return code === ZERO_END ? 0 : value(center + direction * distance(code));
}

// Columns of the points from..to: runs, counts, unsteady and codes in pairs, centres as differences from what those before let
// expect, ends as they are.
function unpack(packed: Uint8Array<ArrayBuffer>, column: Column, from: number, to: number): void {
  const reader = new Reader(packed, 0);
  reader.repeated(column.run, from, to, true);
  reader.repeated(column.n, from, to, false);
  reader.repeated(column.unsteady, from, to, false);
  reader.repeated(column.code, from, to, false);
  const steps = new Int32Array(to - from);
  // The mean of the last ones is expected, rounded down.
  let sum = 0;
  for (let i = 0; i < steps.length; i++) {
    const step = Math.floor(sum / Math.max(1, Math.min(i, EXPECT))) + reader.signed();
    sum += step - (i < EXPECT ? 0 : (steps[i - EXPECT] as number));
    steps[i] = step;
  }
  const low = reader.take(to - from);
  const high = reader.take(to - from);
  if (reader.rest > 0) throw new Error('bytes too many');
  for (let i = 0; i < steps.length; i++) {
    const center = steps[i] as number;
    column.center[from + i] = value(center);
    column.low[from + i] = end(center, low[i] as number, -1);
    column.high[from + i] = end(center, high[i] as number, 1);
  }
}

/** Reads numbers as Go's encoding/binary writes them. */
class Reader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get rest(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    if (!(length >= 0 && length <= this.rest)) throw new Error('cut short');
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }

  unsigned(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || scale > 2 ** 49) throw new Error('cut short');
      result += (byte & 127) * scale;
      if (byte < 128) return result;
    }
  }

  signed(): number {
    const zigzag = this.unsigned();
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  }

  repeated(into: Int32Array, from: number, to: number, differences: boolean): void {
    let previous = 0;
    for (let i = from; i < to; ) {
      const step = this.signed();
      const repeats = this.unsigned();
      if (repeats < 1 || i + repeats > to) throw new Error('damaged');
      for (let r = 0; r < repeats; r++) {
        previous = differences ? previous + step : step;
        into[i++] = previous;
      }
    }
  }
}
