// What the reader of the trends has chosen.

import { addressOf, each, either, mapped, whole, word } from '../ui/address.ts';

export interface State {
  /** Series by runtime and name, "go/MatMul/pattern=fan/exec=goroutine"; empty lets the page choose. */
  series: string[];
  unit: string | undefined;
  /** Places of the machines to show; empty is every one. */
  machines: number[];
  as: As | undefined;
  y: YScale | undefined;
  /** The first and last commit shown, by their places. */
  range: [number, number] | undefined;
  /** Where no range is chosen: how many days up to the newest commit are shown. */
  days: number | undefined;
  /** The commit that is pointed to. */
  at: number | undefined;
  hidden: Set<string>;
}

/** value: as measured. ruler: as ratio to the ruler. level: as ratio to the line's own first values. */
export type As = 'value' | 'ruler' | 'level';

/** zero: the linear scale begins at 0; else it fits what is shown. */
export type YScale = 'zero' | 'log';

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
  y: either<YScale | undefined>('y', ['zero', 'log'], undefined),
  range: mapped(
    word('x'),
    (text = '') => {
      const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? [];
      return Number(from) < Number(to) ? [Number(from), Number(to)] : undefined;
    },
    (range) => range?.join('-'),
  ),
  days: mapped(
    word('x'),
    (text = '') => (/^[1-9]\d*d$/.test(text) ? Number.parseInt(text, 10) : undefined),
    (days) => (days === undefined ? undefined : `${days}d`),
  ),
  at: whole('at'),
  hidden: mapped(
    each('hide'),
    (keys) => new Set(keys),
    (keys) => [...keys].sort(),
  ),
});
