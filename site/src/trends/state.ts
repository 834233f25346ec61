// What the reader of the trends has chosen.

import { addressOf, each, either, mapped, whole, word } from '../ui/address.ts';
import { SCALES, type Scale } from '../ui/controls.ts';

export interface State {
  /** Series by runtime and name, "go/MatMul/pattern=fan/exec=goroutine"; empty lets the page choose. */
  series: string[];
  unit: string | undefined;
  /** Places of the machines to show; empty is every one. */
  machines: number[];
  as: As | undefined;
  y: Scale | undefined;
  /** The first and last commit shown, by their places. */
  range: [number, number] | undefined;
  /** The commit that is pointed to. */
  at: number | undefined;
  hidden: Set<string>;
}

/** value: as measured. ruler: as ratio to the ruler. level: as ratio to the line's own first values. */
export type As = 'value' | 'ruler' | 'level';

export const { parse, query } = addressOf<State>({
  series: each('s'),
  unit: word('unit'),
  machines: mapped(
    word('m'),
    (text = '') =>
      text
        .split(',')
        .filter((m) => /^\d+$/.test(m))
        .map(Number),
    (machines) => (machines.length === 0 ? undefined : machines.join(',')),
  ),
  as: either<As | undefined>('as', ['value', 'ruler', 'level'], undefined),
  y: either<Scale | undefined>('y', SCALES, undefined),
  range: mapped(
    word('x'),
    (text = '') => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? [];
      return Number(from) < Number(to) ? [Number(from), Number(to)] : undefined;
    },
    (range) => range?.join('-'),
  ),
  at: whole('at'),
  hidden: mapped(
    each('hide'),
    (keys) => new Set(keys),
    (keys) => [...keys].sort(),
  ),
});
