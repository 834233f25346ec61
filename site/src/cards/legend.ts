// The legend of a run's charts, which names the runtimes that were skipped too.

import { type Lines, legend } from '../chart/legend.ts';
import type { Run } from '../data/run.ts';
import { el } from '../ui/dom.ts';
import { type Series, skippedOf } from './series.ts';

/** runLegend builds it. absent are the series that have no value in the unit that is shown. */
export function runLegend(run: Run, series: Series[], absent: Series[], lines: Lines): HTMLElement {
  const toolchain = (name: string) => run.runtimes.find((r) => r.name === name)?.toolchain ?? '';
  return legend(
    'Series: press to hide or show',
    series.map((s) => ({
      ...s,
      id: `series-${s.key}`,
      title: [toolchain(s.runtime), `scheduler ${s.exec}`].filter((part) => part !== '').join(', '),
      note: absent.includes(s) ? 'no value in this unit' : undefined,
    })),
    lines,
    skippedOf(run, series).map((r) =>
      el('span', { class: 'skipped', title: r.reason }, r.name, ' ', el('small', {}, 'skipped')),
    ),
  );
}
