// The legend: which line is which, a button for each to hide it, and what there is no line of.

import { type Series, skippedOf } from '../cards/series.ts';
import type { Run } from '../data/run.ts';
import { el } from '../ui/dom.ts';
import { swatch } from './marker.ts';

/** legend builds it. absent are the series that have no value in the unit that is shown. */
export function legend(
  run: Run,
  series: Series[],
  absent: Series[],
  hidden: Set<string>,
  toggle: (key: string) => void,
  emphasise: (key: string | undefined) => void,
): HTMLElement {
  const toolchain = (name: string) => run.runtimes.find((r) => r.name === name)?.toolchain ?? '';
  return el(
    'div',
    { class: 'legend', role: 'group', 'aria-label': 'Series: press to hide or show' },
    series.map((s) => {
      const shown = !hidden.has(s.key);
      return el(
        'button',
        {
          type: 'button',
          id: `series-${s.key}`,
          'aria-pressed': String(shown),
          title: `${toolchain(s.runtime)}${toolchain(s.runtime) === '' ? '' : ', '}exec ${s.exec}`,
          onclick: () => toggle(s.key),
          onpointerenter: () => emphasise(shown ? s.key : undefined),
          onpointerleave: () => emphasise(undefined),
          onfocus: () => emphasise(shown ? s.key : undefined),
          onblur: () => emphasise(undefined),
        },
        swatch(s.look, true),
        s.label,
        absent.includes(s) ? [' ', el('small', {}, 'no value in this unit')] : undefined,
      );
    }),
    skippedOf(run, series).map((r) =>
      el('span', { class: 'skipped', title: r.reason }, r.name, ' ', el('small', {}, `skipped: ${r.reason}`)),
    ),
  );
}
