// Making elements. Text becomes text nodes and nothing is ever parsed as HTML, so that data can't become markup.

type Value = string | number | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | undefined | Child[];

const SVG = 'http://www.w3.org/2000/svg';

/** el makes an HTML element; on… attributes are listeners, false and undefined leave an attribute out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** svg makes an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== undefined) element.append(child);
  }
}

/** facts is a list of names with what they stand for. */
export function facts(list: [name: string, value: Child][]): HTMLElement {
  return el(
    'dl',
    { class: 'facts' },
    list.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}
