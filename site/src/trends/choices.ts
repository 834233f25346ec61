// What the reader of the trends chooses with: the toolbar, and the legend, which removes series too.

import { legendButton } from '../chart/legend.ts';
import type { Named } from '../data/names.ts';
import { segmented, select, toolbar } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { unitName } from '../ui/unit.ts';
import type { Line } from './lines.ts';
import { type Shown, seriesName } from './shown.ts';
import type { As, YScale } from './state.ts';

/** choices is the toolbar. */
export function choices(
  s: Shown,
  units: { name: string }[],
  unit: string,
  as: As,
  ruled: boolean,
  machines: number[],
  names: string[],
): HTMLElement {
  return toolbar(
    'What the chart shows',
    units.length < 2
      ? undefined
      : select(
          'unit',
          'Metric',
          units.map((u) => ({ value: u.name, label: unitName(u.name) })),
          unit,
          (v) => s.here.choose({ unit: v }),
        ),
    segmented(
      'as',
      'Values',
      [
        { value: 'value', label: 'measured' },
        ...(ruled ? [{ value: 'ruler', label: 'relative to the ruler' }] : []),
        { value: 'level', label: 'relative to the start' },
      ],
      as,
      (v) => s.here.choose({ as: v === 'value' ? undefined : (v as As) }),
    ),
    machines.length < 2
      ? undefined
      : select(
          'machine',
          'Machine',
          [
            { value: 'all', label: 'all, one chart each' },
            ...machines.map((m) => ({ value: String(m), label: names[m] ?? String(m) })),
          ],
          s.state.machines.length === 1 ? String(s.state.machines[0]) : 'all',
          (v) => s.here.choose({ machines: v === 'all' ? [] : [Number(v)] }),
        ),
  );
}

/** scale asks how the y axis is drawn: few change it, so it stands under the chart, as under those of a run. */
export function scale(s: Shown, y: YScale | undefined, positive: boolean): HTMLElement {
  return toolbar(
    'Axes',
    segmented(
      'y',
      'y scale',
      [
        { value: 'fit', label: 'fit to the data' },
        { value: 'zero', label: 'from zero' },
        ...(positive ? [{ value: 'log', label: 'log' }] : []),
      ],
      y ?? 'fit',
      (v) => s.here.choose({ y: v === 'fit' ? undefined : (v as YScale) }),
    ),
  );
}

/** lineLegend has a button for each series, which is on all machines. */
export function lineLegend(
  s: Shown,
  lines: Line[],
  emphasise: (key: string | undefined) => void,
): HTMLElement {
  const all = lines.filter((line, i) => lines.findIndex((l) => l.series === line.series) === i);
  const acts = {
    hidden: s.state.hidden,
    hide: (hidden: Set<string>) => s.here.choose({ hidden }),
    emphasise,
  };
  return el(
    'ul',
    { class: 'legend trend-legend', 'aria-label': 'Lines' },
    all.map((line, i) =>
      el(
        'li',
        {},
        legendButton({ ...line, id: `line-${i}` }, acts, false),
        s.series.length < 2 ? undefined : remove(s, line.series),
      ),
    ),
    // What could not be read has no line, and can be removed all the same.
    s.series
      .filter((x) => !all.some((l) => l.series === x))
      .map((x) => el('li', {}, seriesName(x), ' ', remove(s, x))),
  );
}

function remove(s: Shown, series: Named): HTMLElement {
  return el(
    'button',
    {
      type: 'button',
      class: 'remove',
      'aria-label': `Remove ${series.key}`,
      title: `Remove ${series.key}`,
      onclick: () => s.here.choose({ series: s.series.filter((o) => o !== series).map((o) => o.key) }),
    },
    '×',
  );
}
