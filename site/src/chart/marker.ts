// A series' marker beside its name: what ties a legend, a sentence or a column to its line.

import { svg } from '../ui/dom.ts';
import { type Look, outline } from './palette.ts';

/** swatch draws a look as a piece of its line with its marker; it says nothing to a screen reader. */
export function swatch(look: Look, line = false): SVGSVGElement {
  const width = line ? 30 : 14;
  const drawing = svg(
    'svg',
    { class: 'swatch', viewBox: `${-width / 2} -7 ${width} 14`, width, height: 14, 'aria-hidden': 'true' },
    line
      ? svg('path', {
          d: `M${-width / 2},0H${width / 2}`,
          stroke: 'currentColor',
          'stroke-width': 2,
          'stroke-dasharray': look.dash.length > 0 ? look.dash.join(' ') : undefined,
        })
      : undefined,
    svg('path', {
      d: outline(look.marker, 4.6),
      fill: look.hollow ? 'none' : 'currentColor',
      stroke: look.hollow ? 'currentColor' : undefined,
      'stroke-width': look.hollow ? 1.6 : undefined,
    }),
  );
  drawing.style.color = tint(look);
  return drawing;
}

/** tint is a look's colour as CSS, in both themes. */
export function tint(look: Look): string {
  return `light-dark(${look.colour.light}, ${look.colour.dark})`;
}
