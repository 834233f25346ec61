// The search box: a list of benchmarks that grows shorter as one types (ARIA's combobox with a listbox).

import { example, find, type Named } from '../data/names.ts';
import { el } from './dom.ts';

/** How many are offered at once. */
const MOST = 12;

/** searchBox offers series; choose is called with the one that was picked. */
export function searchBox(all: Named[], label: string, choose: (s: Named) => void): HTMLElement {
  const list = el('ul', {
    id: 'search-list',
    role: 'listbox',
    class: 'search-list',
    'aria-label': 'Benchmarks',
  });
  const count = el('span', { class: 'unseen', role: 'status' });
  let found: Named[] = [];
  let at = -1;
  const input = el('input', {
    id: 'search',
    type: 'search',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: `Find a benchmark: ${example(all)}`,
    'aria-expanded': 'false',
    'aria-controls': 'search-list',
    'aria-autocomplete': 'list',
    'aria-label': label,
  });
  list.hidden = true;

  const close = () => {
    list.hidden = true;
    at = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const pick = (i: number) => {
    const s = found[i];
    if (!s) return;
    input.value = '';
    close();
    choose(s);
  };
  const mark = () => {
    for (const [i, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(i === at));
    if (at >= 0) {
      input.setAttribute('aria-activedescendant', `search-${at}`);
      list.children[at]?.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  const show = () => {
    found = find(all, input.value, MOST);
    at = found.length > 0 ? 0 : -1;
    list.replaceChildren(
      ...found.map((s, i) =>
        el(
          'li',
          {
            id: `search-${i}`,
            role: 'option',
            'aria-selected': 'false',
            // Before the box loses the focus.
            onpointerdown: (event) => {
              event.preventDefault();
              pick(i);
            },
          },
          el('strong', {}, s.runtime),
          ` ${s.name}`,
          s.exec === '' ? undefined : el('span', { class: 'quiet' }, ` ${s.exec}`),
        ),
      ),
    );
    const typed = input.value.trim() !== '';
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    count.textContent = !typed
      ? ''
      : found.length === 0
        ? 'No benchmark has all these words'
        : `${found.length} found`;
    empty.hidden = !typed || found.length > 0;
    mark();
  };
  const empty = el('p', { class: 'search-empty quiet' }, 'No benchmark has all these words.');
  empty.hidden = true;
  input.addEventListener('input', show);
  input.addEventListener('blur', () => {
    close();
    empty.hidden = true;
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(at);
      return;
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || found.length === 0) return;
    event.preventDefault();
    if (list.hidden) show();
    else at = (at + by + found.length) % found.length;
    mark();
  });
  return el('div', { class: 'search', role: 'search' }, input, list, empty, count);
}
