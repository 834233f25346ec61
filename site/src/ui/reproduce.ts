// How a run's numbers are had anew: its raw file, and the command by which benchstat prints them.

import { el } from './dom.ts';
import { shell } from './problem.ts';

/** The branch that keeps the history where there is a repository. */
const BRANCH = 'bench-data';

/** rawAddress is where the run's file in the history can be read; undefined without a repository. */
export function rawAddress(repository: string, id: string): string | undefined {
  if (repository === '') return undefined;
  return `${repository}/raw/${BRANCH}/history/${id.split('/').map(encodeURIComponent).join('/')}.txt.gz`;
}

/** What differs from sample to sample, and else would be warned of: the keys of go/internal/results. */
const IGNORED = 'round,reason,unsteady,note,unranked,curve';

/** command is a line for a shell, in a checkout of the repository. */
export function command(repository: string, id: string, sides = false): string {
  const read =
    repository === ''
      ? `zcat ${quoted(`.cobench/history/${id}.txt.gz`)}`
      : `git show ${quoted(`origin/${BRANCH}:history/${id}.txt.gz`)} | zcat`;
  const filter = sides ? " -filter 'side:head'" : '';
  return `${read} |\n  benchstat -table goos,goarch,cpu,cores,pkg -col runtime,/exec -row .fullname -ignore ${IGNORED}${filter} -`;
}

// A name that a shell would read otherwise stands in quotes: people paste this.
function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** reproduce is the part of a page that says so. */
export function reproduce(
  repository: string,
  id: string,
  download: string | undefined,
  sides = false,
): HTMLElement {
  const raw = rawAddress(repository, id);
  return el(
    'details',
    {},
    el('summary', {}, 'Reproduce these numbers with benchstat'),
    el(
      'p',
      {},
      'Every value above comes from the samples of this run, stored in the Go benchmark format. This command prints them with the first scheduler of the first runtime as the baseline:',
    ),
    shell(command(repository, id, sides)),
    raw === undefined
      ? undefined
      : el('p', {}, 'Raw file: ', el('a', { href: raw, rel: 'noopener noreferrer' }, `${id}.txt.gz`), '.'),
    download === undefined
      ? undefined
      : el('p', {}, 'Data of this page: ', el('a', { href: download }, 'the run as JSON'), '.'),
  );
}
