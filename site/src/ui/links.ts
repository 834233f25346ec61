// Where links lead: the pages of the site with a choice, and a commit in the repository.

import type { Listed } from '../data/run.ts';
import { queryOf } from './address.ts';
import { el } from './dom.ts';
import { commit } from './format.ts';

type Choices = [key: string, value: string | undefined][];

/** pageAddress is a page of the site with choices; undefined ones are left out. */
export function pageAddress(page: string, choices: Choices): string {
  const made = choices.flatMap(([k, v]): [string, string][] => (v === undefined ? [] : [[k, v]]));
  return `./${page}.html${queryOf(made)}`;
}

/** runAddress is the page with the charts of a run; undefined where nothing of it is kept to draw. */
export function runAddress(r: Listed): string | undefined {
  if (r.file !== '') return pageAddress('compare', [['run', r.id]]);
  return r.place === undefined ? undefined : pageAddress('compare', [['place', String(r.place)]]);
}

/** runsAddress is the page of runs with one of them opened. */
export function runsAddress(id: string): string {
  return pageAddress('runs', [['run', id]]);
}

/** commitAddress is where a commit can be read; undefined without a repository. */
export function commitAddress(repository: string, hash: string): string | undefined {
  return repository === '' || hash === '' ? undefined : `${repository}/commit/${encodeURIComponent(hash)}`;
}

/** commitLink is a short hash, a link where the repository is known. */
export function commitLink(repository: string, hash: string, dirty = false): HTMLElement {
  const href = commitAddress(repository, hash);
  const name = commit(hash, dirty);
  return el('code', {}, href ? el('a', { href, rel: 'noopener noreferrer' }, name) : name);
}
