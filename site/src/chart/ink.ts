// The colours of a chart that aren't a series', from the place that it is drawn in.

import { theme } from '../ui/theme.ts';
import type { Ink } from './plot.ts';

/** inkOf is what a chart's holder is drawn with, in the theme of the moment. */
export function inkOf(holder: HTMLElement): Ink {
  const style = getComputedStyle(holder);
  return { theme: theme(), text: style.color, grid: style.borderTopColor, ground: style.backgroundColor };
}
