// Fetching data/: every way this can end is a value or a DataError with the file's name in it.

import { DataError, type Index, index, type Run, type RunEntry, runOf } from './data.ts';

const FOLDER = 'data/';

export async function loadIndex(): Promise<Index> {
  return index(await json('index.json'), `${FOLDER}index.json`);
}

export async function loadRun(entry: RunEntry): Promise<Run> {
  return runOf(await json(entry.file), FOLDER + entry.file);
}

/** address is where a run's file can be downloaded, relative to the page. */
export function address(entry: RunEntry): string {
  return FOLDER + entry.file.split('/').map(encodeURIComponent).join('/');
}

async function json(file: string): Promise<unknown> {
  const name = FOLDER + file;
  let response: Response;
  try {
    response = await fetch(FOLDER + file.split('/').map(encodeURIComponent).join('/'));
  } catch (error) {
    throw new DataError('unreadable', `${name}: ${String(error)}`);
  }
  if (response.status === 404) throw new DataError('missing', `${name}: not found`);
  if (!response.ok) throw new DataError('unreadable', `${name}: the server answered ${response.status}`);
  try {
    return JSON.parse(await response.text());
  } catch (error) {
    throw new DataError('unreadable', `${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
