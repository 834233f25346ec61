// What a page says where there is nothing to draw.

import { DataError, type Trouble } from '../data/guard.ts';
import { el } from './dom.ts';
import { count } from './format.ts';
import { ofProject } from './whose.ts';

/** notice is a card of text with a heading. */
export function notice(title: string, ...body: (HTMLElement | undefined)[]): HTMLElement {
  return el('section', { class: 'notice', role: 'alert' }, el('h2', {}, title), body);
}

/** shell is a command to copy, or a message word for word. */
export function shell(text: string): HTMLElement {
  return el('pre', { tabindex: 0 }, el('code', {}, text));
}

/** nothing is the message of a site without results. */
export function nothing(): HTMLElement {
  if (ofProject())
    return notice(
      'No results yet',
      el('p', {}, 'The next run of the benchmarks on the default branch brings the first.'),
    );
  return notice(
    'No results yet',
    el(
      'p',
      {},
      'On GitHub, the next run of the pipeline publishes the first results. In a checkout of cobench, this command measures and builds this page:',
    ),
    shell('make bench'),
  );
}

const WORDS: Record<Exclude<Trouble, 'empty'>, [title: string, text: string]> = {
  missing: [
    'A file is missing',
    'The site does not have this file. If it is being published now, try again.',
  ],
  offline: ['No connection', 'The browser could not reach the site.'],
  server: ['The server failed', 'It could not send this file. Try again in a moment.'],
  damaged: ['These results can’t be read', 'The file is damaged, or cobench publish did not write it:'],
  version: [
    'These results are of another version',
    'Another version of cobench wrote them. Publish them again with the cobench that built this page.',
  ],
};

/** problem is the message for whatever kept the page from its data; retry tries again. */
export function problem(error: unknown, retry: () => void): HTMLElement {
  const kind = error instanceof DataError ? error.kind : 'damaged';
  if (kind === 'empty') return nothing();
  const [title, text] = WORDS[kind];
  return notice(
    title,
    el('p', {}, text),
    shell(error instanceof Error ? error.message : String(error)),
    el('button', { type: 'button', class: 'button', onclick: retry }, 'Retry'),
  );
}

/** leftOut names the files of the history that could not be shown; nothing where there are none. */
export function leftOut(files: { reason: string }[]): HTMLElement | undefined {
  if (files.length === 0) return undefined;
  return notice(
    `${count(files.length, 'file')} of the history left out`,
    el('p', {}, 'These files could not be read. Everything else is shown:'),
    el(
      'ul',
      {},
      files.map((file) => el('li', {}, el('code', {}, file.reason))),
    ),
  );
}
