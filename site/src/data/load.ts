// Fetching data/: every way this can end is a value or a DataError with the file's name in it.

import { DataError, type Index, index, type Run, type RunEntry, runOf } from './run.ts';
import { type Site, site } from './site.ts';

const FOLDER = 'data/';

export async function loadIndex(): Promise<Index> {
  return index(await loadJson('index.json'), `${FOLDER}index.json`);
}

export async function loadSite(): Promise<Site> {
  return site(await loadJson('index.json'), `${FOLDER}index.json`);
}

export async function loadRun(entry: RunEntry): Promise<Run> {
  return runOf(await loadJson(entry.file), FOLDER + entry.file);
}

/** address is where a run's file can be downloaded, relative to the page. */
export function address(entry: RunEntry): string {
  return FOLDER + encoded(entry.file);
}

/** placeOf is a file as errors name it. */
export function placeOf(file: string): string {
  return FOLDER + file;
}

const encoded = (file: string) => file.split('/').map(encodeURIComponent).join('/');

/** loadBytes fetches a file below data/. */
export async function loadBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = FOLDER + file;
  let response: Response;
  try {
    response = await fetch(FOLDER + encoded(file));
  } catch (error) {
    throw new DataError('unreadable', `${name}: ${String(error)}`);
  }
  if (response.status === 404) throw new DataError('missing', `${name}: not found`);
  if (!response.ok) throw new DataError('unreadable', `${name}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** loadJson fetches a file below data/ that may be compressed, and parses it. */
export async function loadJson(file: string): Promise<unknown> {
  const bytes = await loadBytes(file);
  try {
    return JSON.parse(new TextDecoder().decode(await unpacked(bytes)));
  } catch (error) {
    throw new DataError(
      'unreadable',
      `${FOLDER}${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

// Some servers unpack what ends in .gz on the way, so the bytes say whether it still is.
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? inflated(bytes, 'gzip') : bytes;
}

/** inflated unpacks bytes; what is cut short or damaged is an error. */
export async function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
