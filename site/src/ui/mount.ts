// What all pages have in common: load the data, read the address, build the page, and again when the reader chooses.
//
// A page is built anew for every choice; focus, scroll position and opened details stay. What was
// still being loaded for the choice before is aborted; leaving the page aborts the rest, as browsers do.

import { startKeys } from './keys.ts';
import { problem } from './problem.ts';
import { onTheme, startTheme } from './theme.ts';

/** A page that is built. Charts take the width of their element, so they are drawn when it is in the document. */
export interface View {
  element: HTMLElement;
  draw?(): void;
  destroy?(): void;
}

/** What a page may ask of its surroundings while it is built. */
export interface Here<S> {
  /** Puts a choice into the address and builds the page for it. */
  choose(next: Partial<S>): void;
  /** Puts a choice into the address of a page that shows it already, in place of the one before: no way back is made. */
  note(next: Partial<S>): void;
  /** Builds the page again for the same address, perhaps with more data. */
  again(): void;
  /** Aborts when the reader has left this address. */
  signal: AbortSignal;
}

export interface Page<D, S> {
  load(): Promise<D>;
  address: { parse(query: string): S; query(state: S): string };
  render(data: D, state: S, here: Here<S>): HTMLElement | View | Promise<HTMLElement | View>;
}

/** mount runs a page in the document's #app. */
export function mount<D, S extends object>({ load, address, render }: Page<D, S>): void {
  const app = document.getElementById('app') as HTMLElement;
  let left = new AbortController();
  let shown: View | undefined;

  const show = (part: HTMLElement | View) => {
    const focused = document.activeElement?.id ?? '';
    const open = [...app.querySelectorAll('details[open][id]')].map((details) => details.id);
    app.style.minHeight = `${app.offsetHeight}px`;
    shown?.destroy?.();
    shown = 'element' in part ? part : { element: part };
    app.replaceChildren(shown.element);
    shown.draw?.();
    for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    app.style.minHeight = '';
    app.setAttribute('aria-busy', 'false');
    if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
  };

  const build = async (data: D) => {
    left.abort();
    const own = new AbortController();
    left = own;
    const state = () => address.parse(location.search);
    const chosen = (next: Partial<S>) =>
      location.pathname + address.query({ ...state(), ...next }) + location.hash;
    const again = () => void build(data);
    try {
      const part = render(data, state(), {
        choose(next) {
          history.pushState(null, '', chosen(next));
          again();
        },
        note: (next) => history.replaceState(null, '', chosen(next)),
        again,
        signal: own.signal,
      });
      if (part instanceof Promise) app.setAttribute('aria-busy', 'true');
      const built = await part;
      if (!own.signal.aborted) show(built);
    } catch (error) {
      if (!own.signal.aborted) show(problem(error, again));
    }
  };

  const start = async () => {
    app.setAttribute('aria-busy', 'true');
    try {
      const data = await load();
      const again = () => void build(data);
      addEventListener('popstate', again);
      onTheme(again);
      await build(data);
      // The part that an address points into is only there now.
      if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
    } catch (error) {
      show(problem(error, () => void start()));
    }
  };

  startTheme();
  startKeys();
  void start();
}
