// The toolbar over the charts: a control for every question that a choice answers.

import { ALL, type Choice } from '../cards/choice.ts';
import type { Scales } from '../cards/scales.ts';
import type { Series } from '../cards/series.ts';
import type { State } from '../cards/state.ts';
import { check, fixed, type Option, scaleSwitch, segmented, select, toolbar } from '../ui/controls.ts';
import { unitGroup, unitName } from '../ui/unit.ts';
import { scalable } from './scaling.ts';

/** Up to so many units stand side by side; more are a list. */
const SIDE_BY_SIDE = 4;

/** values asks what is drawn: measured values, ratios, or how they scale. Where that is more than two, it is a list. */
function values(
  choice: Choice,
  series: Series[],
  base: Series | undefined,
  state: State,
  change: (next: Partial<State>) => void,
): HTMLElement | undefined {
  const scales = scalable(choice);
  if (series.length < 2 && !scales) return undefined;
  const options = [
    { value: 'value', label: 'measured' },
    ...(series.length < 2 ? [] : [{ value: 'ratio', label: `ratio to ${base?.label}` }]),
    ...(scales
      ? [
          { value: 'speedup', label: 'speed-up' },
          { value: 'efficiency', label: 'efficiency' },
        ]
      : []),
  ];
  const chosen = scales && state.scaling ? state.scaling : state.relative ? 'ratio' : 'value';
  const control = options.length > 2 ? select : segmented;
  // What suits a scale of seconds seldom suits one of ratios.
  return control('as', 'Values', options, chosen, (as) =>
    change({
      relative: as === 'ratio',
      scaling: as === 'speedup' || as === 'efficiency' ? as : undefined,
      yScale: undefined,
      shared: undefined,
    }),
  );
}

/** choices builds the controls; workloads are the names of all that the run has. */
export function choices(
  workloads: string[],
  choice: Choice,
  series: Series[],
  state: State,
  change: (next: Partial<State>) => void,
): HTMLElement {
  const hold = (name: string, value: string) => {
    const held = new Map(choice.held.map((h) => [h.axis.name, h.value]));
    change({ held: held.set(name, value) });
  };
  const base = series.find((s) => s.key === state.base) ?? series[0];
  return toolbar(
    'What the charts show',
    workloads.length < 2
      ? undefined
      : select(
          'workload',
          'Workload',
          workloads.map((name) => ({ value: name, label: name })),
          choice.workload.name,
          (workload) => change({ workload, x: undefined, held: new Map(), warmHeld: new Map() }),
        ),
    unitControl(choice, (unit) => change({ unit })),
    values(choice, series, base, state, change),
    series.length < 3
      ? undefined
      : select(
          'base',
          'Baseline',
          series.map((s) => ({ value: s.key, label: s.label })),
          base?.key ?? '',
          (to) =>
            change({ base: to === series[0]?.key ? undefined : to, yScale: undefined, shared: undefined }),
        ),
    choice.xs.length < 2
      ? undefined
      : segmented(
          'x',
          'x axis',
          choice.xs.map((a) => ({ value: a.name, label: a.name })),
          choice.x?.name ?? '',
          (x) => change({ x, held: new Map() }),
        ),
    choice.held
      .filter((h) => h.axis.values.length > 1)
      .map((h) =>
        select(
          `held-${h.axis.name}`,
          h.axis.name,
          [...h.axis.values.map((v) => ({ value: v, label: v })), { value: ALL, label: 'all' }],
          h.value,
          (v) => hold(h.axis.name, v),
        ),
      ),
    fixed(choice.held.filter((h) => h.axis.values.length === 1).map((h) => `${h.axis.name} = ${h.value}`)),
  );
}

/** scaling builds what few change: how the axes are drawn. It stands under the charts. */
export function scaling(scales: Scales, change: (next: Partial<State>) => void): HTMLElement {
  return toolbar(
    'Axes',
    scales.yCan ? scaleSwitch('y-scale', 'y scale', scales.y, (yScale) => change({ yScale })) : undefined,
    scales.xCan ? scaleSwitch('x-scale', 'x scale', scales.x, (xScale) => change({ xScale })) : undefined,
    check('same-y', 'same y scale', scales.shared, (shared) => change({ shared })),
  );
}

function unitControl(choice: Choice, change: (unit: string) => void): HTMLElement | undefined {
  const options = choice.units.map(
    (u): Option => ({ value: u.name, label: unitName(u.name), group: unitGroup(u.name) }),
  );
  if (options.length < 2) return undefined;
  const control = options.length > SIDE_BY_SIDE ? select : segmented;
  return control('unit', 'Metric', options, choice.unit.name, change);
}
