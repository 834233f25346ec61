// Fetching data/: each way this can end is a value or a DataError that names the file.

import { DataError } from './guard.ts';
import { type Run, type RunEntry, runOf } from './run.ts';
import { type Site, site } from './site.ts';

const FOLDER = 'data/';

/** loadSite reads the index; a site without one is one that nothing was published to yet. */
export async function loadSite(): Promise<Site> {
  try {
    return site(await loadJson('index.json'), `${FOLDER}index.json`);
  } catch (error) {
    if (error instanceof DataError && error.kind === 'missing') throw new DataError('empty', error.message);
    throw error;
  }
}

const runs = new Map<string, Run>();

/** loadRun reads a run's file once. */
export async function loadRun(entry: RunEntry, signal?: AbortSignal): Promise<Run> {
  const { file } = entry;
  const run = runs.get(file) ?? runOf(await loadJson(file, signal), FOLDER + file);
  runs.set(file, run);
  return run;
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
export async function loadBytes(file: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const name = FOLDER + file;
  const response = await fetch(FOLDER + encoded(file), { signal: signal ?? null }).catch((error: unknown) => {
    throw signal?.aborted ? error : new DataError('offline', `${name}: no answer`);
  });
  if (response.status === 404) throw new DataError('missing', `${name}: not found`);
  if (!response.ok) throw new DataError('server', `${name}: the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** loadJson fetches a file below data/ that may be compressed, and parses it. */
export async function loadJson(file: string, signal?: AbortSignal): Promise<unknown> {
  const bytes = await loadBytes(file, signal);
  try {
    return JSON.parse(new TextDecoder().decode(await unpacked(bytes)));
  } catch (error) {
    throw new DataError(
      'damaged',
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
