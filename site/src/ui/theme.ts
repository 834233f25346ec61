// Light or dark: the system's choice until the reader makes one, which is remembered.

import { svg } from './dom.ts';

export type Theme = 'light' | 'dark';

const KEY = 'cobench-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let printing = false;

/** theme is what the page is drawn in now; paper is always light. */
export function theme(): Theme {
  if (printing) return 'light';
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}

/** onTheme calls listener whenever theme() has another answer. */
export function onTheme(listener: () => void): void {
  listeners.add(listener);
}

/** startTheme makes the header's button work. */
export function startTheme(): void {
  const button = document.getElementById('theme');
  if (!(button instanceof HTMLButtonElement)) return;
  const tell = () => {
    const next = theme() === 'dark' ? 'light' : 'dark';
    button.replaceChildren(icon(next));
    button.setAttribute('aria-label', `Change to the ${next} theme`);
    button.title = `Change to the ${next} theme`;
    for (const listener of listeners) listener();
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    const next = theme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser that refuses storage forgets the choice, which is all that is lost.
    }
    tell();
  });
  system.addEventListener('change', tell);
  addEventListener('beforeprint', () => {
    printing = true;
    for (const listener of listeners) listener();
  });
  addEventListener('afterprint', () => {
    printing = false;
    for (const listener of listeners) listener();
  });
  tell();
}

function icon(next: Theme): SVGElement {
  const moon = 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z';
  const sun =
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9 7 7M17 17l2.1 2.1M19.1 4.9 17 7M7 17l-2.1 2.1';
  return svg(
    'svg',
    { viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' },
    svg('path', {
      d: next === 'dark' ? moon : sun,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
  );
}
