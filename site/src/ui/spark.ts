// A sparkline: the course of a trend, as small as a word.

import { svg } from './dom.ts';

const [WIDTH, HEIGHT] = [108, 26];
/** The scale spans this share of the values' middle at least, so that noise does not look like news. */
const LEAST = 0.1;

/** sparkline draws values; the last one has a dot. */
export function sparkline(values: number[]): SVGElement {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, (LEAST / 2) * middle, 1e-9);
  const x = (i: number) => 3 + (i / Math.max(1, values.length - 1)) * (WIDTH - 6);
  const y = (v: number) => HEIGHT / 2 - ((v - middle) / half) * (HEIGHT / 2 - 3);
  return svg(
    'svg',
    {
      class: 'spark',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      width: WIDTH,
      height: HEIGHT,
      'aria-hidden': 'true',
    },
    svg('path', {
      class: 'spark-line',
      d: `M${values.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join('L')}`,
    }),
    svg('circle', {
      class: 'spark-end',
      cx: x(values.length - 1),
      cy: y(values.at(-1) ?? 0).toFixed(1),
      r: 1.8,
    }),
  );
}
