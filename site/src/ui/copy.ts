// Copying the page's address, which holds all that the reader has chosen.

import { el } from './dom.ts';

/** copyLink is a button that copies the address of what the page shows now. */
export function copyLink(): HTMLElement {
  const said = el('span', { role: 'status' });
  const button = el('button', { type: 'button', id: 'copy-link', class: 'button small' }, 'Copy link');
  button.addEventListener('click', () => {
    // Without https there is no clipboard at all.
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    copied.then(
      () => said.replaceChildren(' Copied.'),
      () => said.replaceChildren(' The browser refused: copy the address above instead.'),
    );
  });
  return el('span', { class: 'copy-link' }, button, said);
}
