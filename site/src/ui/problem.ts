// What the page says when there is nothing to draw.

import { DataError } from '../data/run.ts';
import { el } from './dom.ts';
import { count } from './format.ts';

/** nothing is the message of a site without results. */
export function nothing(): HTMLElement {
  return notice('No results yet', [
    el(
      'p',
      {},
      'On GitHub, the next run of the pipeline brings some. On your own machine, this command does:',
    ),
    el('pre', { tabindex: 0 }, el('code', {}, 'make bench')),
  ]);
}

/** problem is the message for whatever stopped the page from loading its data. */
export function problem(error: unknown): HTMLElement {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DataError && error.kind === 'version')
    return notice('These results are of another version', [
      el(
        'p',
        {},
        'The data was written by another version of cobench than this page. Publish it again with the cobench that this page came with.',
      ),
      el('pre', { tabindex: 0 }, el('code', {}, message)),
    ]);
  return notice('These results can’t be read', [
    el('p', {}, 'The file is damaged, or not what cobench publish writes:'),
    el('pre', { tabindex: 0 }, el('code', {}, message)),
  ]);
}

/** leftOut names the files of the history that could not be shown; nothing where there are none. */
export function leftOut(files: { reason: string }[]): HTMLElement | undefined {
  if (files.length === 0) return undefined;
  return notice(`${count(files.length, 'file')} of the history left out`, [
    el('p', {}, 'What stands in them can’t be shown. Everything else is here:'),
    el(
      'ul',
      {},
      files.map((file) => el('li', {}, el('code', {}, file.reason))),
    ),
  ]);
}

function notice(title: string, body: HTMLElement[]): HTMLElement {
  return el('section', { class: 'notice', role: 'alert' }, el('h2', {}, title), body);
}
