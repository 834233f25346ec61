// node build/study-a.mjs FOLDER writes part "a" of src/study/published.json from the authors' own
// fixed_size_sel.csv and fixed_workers_sel.csv in FOLDER, and leaves the other parts alone.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HEADER = 'workspaceId,size,coroutine,mode,timeMillis';

/**
 * summarise reads a CSV of the study: one row for each repetition, in the order they ran in, milliseconds.
 * x is the column that the sweep is over. Out come the values of x, and by mode and statistic one number for each.
 * @param {string} csv
 * @param {'size' | 'coroutine'} x
 * @returns {{ xs: number[], modes: Record<string, Record<string, number[]>> }}
 */
export function summarise(csv, x) {
  const [header, ...lines] = csv.trim().split(/\r?\n/);
  if (header !== HEADER) throw new Error(`header: got ${header}, want ${HEADER}`);
  const column = HEADER.split(',').indexOf(x);
  /** @type {Map<string, Map<number, number[]>>} */
  const modes = new Map();
  lines.forEach((line, i) => {
    const cells = line.split(',');
    const [at, ms, mode = ''] = [Number(cells[column]), Number(cells[4]), cells[3]];
    if (cells.length !== 5 || !Number.isInteger(at) || !Number.isInteger(ms))
      throw new Error(`line ${i + 2}: got ${line}, want ${HEADER}`);
    const points = modes.get(mode) ?? new Map();
    modes.set(mode, points.set(at, [...(points.get(at) ?? []), ms]));
  });
  const xs = [...new Set([...modes.values()].flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const summaries = [...modes].sort().map(([mode, points]) => {
    const runs = xs.map((at) => {
      const run = points.get(at);
      if (!run) throw new Error(`${mode}: nothing at ${x} ${at}, want a row at least`);
      return run;
    });
    const each = (/** @type {(run: number[]) => number} */ of) => runs.map(of);
    return [
      mode,
      {
        median: each(median),
        mean: each((run) => Math.round((10 * run.reduce((a, b) => a + b, 0)) / run.length) / 10),
        min: each((run) => Math.min(...run)),
        max: each((run) => Math.max(...run)),
        first: each((run) => run[0] ?? 0),
        last: each((run) => run.at(-1) ?? 0),
      },
    ];
  });
  return { xs, modes: Object.fromEntries(summaries) };
}

/** @param {number[]} run */
function median(run) {
  const sorted = [...run].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (!folder) {
    console.error('usage: node build/study-a.mjs FOLDER');
    process.exit(2);
  }
  const file = new URL('../src/study/published.json', import.meta.url);
  const published = JSON.parse(readFileSync(file, 'utf8'));
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  published.a.workers = summarise(read('fixed_size_sel.csv'), 'coroutine');
  published.a.n = summarise(read('fixed_workers_sel.csv'), 'size');
  writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
}
