// Keys of every page: / goes to its search box, ? tells all keys.

import { el } from './dom.ts';

const KEYS: [page: string, keys: [string, string][]][] = [
  [
    'Every page',
    [
      ['/', 'find a benchmark, if the page has a search box'],
      ['?', 'show these keys'],
    ],
  ],
  [
    'Trends, with the focus on the chart',
    [
      ['← →', 'previous, next commit'],
      ['Page Up, Page Down', 'previous, next change'],
      ['Shift ← →', 'pan'],
      ['+ − 0', 'zoom in, zoom out, all'],
      ['Enter', 'pin the commit and show its links'],
      ['Escape', 'unpin the commit'],
    ],
  ],
];

/** startKeys listens on the document. */
export function startKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (at instanceof HTMLElement && (at.matches('input, select, textarea') || at.isContentEditable)) return;
    if (event.key === '/') {
      const search = document.querySelector<HTMLElement>('#app input[type=search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
    } else if (event.key === '?') {
      event.preventDefault();
      help();
    }
  });
}

function help(): void {
  if (document.getElementById('keys')) return;
  const close = el('button', { type: 'button', class: 'button' }, 'Close');
  const dialog = el(
    'dialog',
    { id: 'keys', class: 'keys', 'aria-labelledby': 'keys-title' },
    el('h2', { id: 'keys-title' }, 'Keys'),
    KEYS.map(([page, keys]) => [
      el('h3', {}, page),
      el(
        'dl',
        { class: 'facts' },
        keys.map(([key, does]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, does))),
      ),
    ]),
    close,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
