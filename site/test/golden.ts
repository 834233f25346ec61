// The data that the browser tests draw, read by the guard that the page reads it with.

import { readFileSync } from 'node:fs';
import { type Index, index, type Run, runOf } from '../src/data/run.ts';

export function json(path: string): unknown {
  return JSON.parse(
    readFileSync(new URL(`../e2e/data/${path.replace(/\.gz$/, '')}`, import.meta.url), 'utf8'),
  );
}

export function goldenIndex(set: string): Index {
  return index(json(`${set}/index.json`), `${set}/index.json`);
}

/** goldenRun is the nth run of a set, newest first. */
export function goldenRun(set: string, nth = 0): Run {
  const entry = goldenIndex(set).runs[nth];
  if (!entry) throw new Error(`e2e/data/${set}: no run ${nth}`);
  return runOf(json(`${set}/${entry.file}`), entry.file);
}
