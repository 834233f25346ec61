// The toolbar and its parts: native inputs, so that keyboard and screen reader need nothing more.

import { type Child, el } from './dom.ts';

export const SCALES = ['linear', 'log'] as const;
export type Scale = (typeof SCALES)[number];

export interface Option {
  value: string;
  label: string;
  /** What options stand under in a list; neighbours of one group share its heading. */
  group?: string;
}

/** segmented is a choice among few: radio buttons that look like one bar. */
export function segmented(
  name: string,
  legend: string,
  options: Option[],
  chosen: string,
  change: (value: string) => void,
): HTMLFieldSetElement {
  return el(
    'fieldset',
    { class: 'field segmented' },
    el('legend', {}, legend),
    el(
      'div',
      { class: 'segments' },
      options.map((option) =>
        el(
          'label',
          {},
          el('input', {
            type: 'radio',
            name,
            id: `${name}-${option.value}`,
            value: option.value,
            checked: option.value === chosen,
            onchange: () => change(option.value),
          }),
          el('span', {}, option.label),
        ),
      ),
    ),
  );
}

/** select is a choice among many. */
export function select(
  id: string,
  label: string,
  options: Option[],
  chosen: string,
  change: (value: string) => void,
): HTMLLabelElement {
  const list = el('select', { id, onchange: () => change(list.value) }, grouped(options, chosen));
  return el('label', { class: 'field' }, el('span', {}, label), list);
}

function grouped(options: Option[], chosen: string): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (const o of options) {
    const option = el('option', { value: o.value, selected: o.value === chosen }, o.label);
    const last = parts.at(-1);
    if (o.group === undefined) parts.push(option);
    else if (last?.getAttribute('label') === o.group) last.append(option);
    else parts.push(el('optgroup', { label: o.group }, option));
  }
  return parts;
}

/** check is a yes or no. */
export function check(
  id: string,
  label: string,
  on: boolean,
  change: (on: boolean) => void,
): HTMLLabelElement {
  const box = el('input', { type: 'checkbox', id, checked: on, onchange: () => change(box.checked) });
  return el('label', { class: 'check' }, box, el('span', {}, label));
}

/** scaleSwitch chooses between a linear and a logarithmic axis. */
export function scaleSwitch(
  name: string,
  legend: string,
  chosen: Scale,
  change: (scale: Scale) => void,
): HTMLElement {
  const options = SCALES.map((value) => ({ value, label: value }));
  return segmented(name, legend, options, chosen, (v) => change(v === 'log' ? 'log' : 'linear'));
}

/** fixed says a toolbar's facts: the parameters that have a single value, and so no control. */
export function fixed(facts: string[]): HTMLElement | undefined {
  return facts.length === 0 ? undefined : el('p', { class: 'fixed' }, facts.join(', '));
}

/** toolbar holds controls; it is a form, so that a screen reader names it. */
export function toolbar(label: string, ...controls: Child[]): HTMLElement {
  return el(
    'form',
    { class: 'toolbar', 'aria-label': label, onsubmit: (event) => event.preventDefault() },
    controls,
  );
}
