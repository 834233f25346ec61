// How a runtime looks: its colour, marker and dash, the same in every chart, legend and table.
//
// The colours are told apart with the common colour-vision deficiencies and have a contrast of 4.5:1 or more with the
// card they lie on; still no series is told by colour alone, so each has a marker and a dash of its own.

import type { Theme } from '../ui/theme.ts';

export interface Look {
  colour: Record<Theme, string>;
  marker: Marker;
  /** Lengths of line and gap in CSS pixels; empty is a solid line. */
  dash: number[];
  /** A hollow marker tells a second exec of a runtime from its first. */
  hollow: boolean;
}

export type Marker =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'wedge'
  | 'cross'
  | 'plus'
  | 'pentagon'
  | 'bar'
  | 'star'
  | 'hourglass'
  | 'arrow';

type Slot = Omit<Look, 'hollow'>;

export const SLOTS: Slot[] = [
  { colour: { light: '#04617c', dark: '#2ecdfc' }, marker: 'circle', dash: [] },
  { colour: { light: '#bf5810', dark: '#e85606' }, marker: 'square', dash: [7, 3] },
  { colour: { light: '#6b14a4', dark: '#aa5efc' }, marker: 'triangle', dash: [] },
  { colour: { light: '#128460', dark: '#c3ffcc' }, marker: 'diamond', dash: [2, 3] },
  { colour: { light: '#565100', dark: '#f1b10a' }, marker: 'wedge', dash: [9, 3, 2, 3] },
  { colour: { light: '#2b3041', dark: '#7a8798' }, marker: 'cross', dash: [5, 5] },
  { colour: { light: '#c436b1', dark: '#d39dc1' }, marker: 'plus', dash: [4, 2] },
  { colour: { light: '#7f3a50', dark: '#ff2570' }, marker: 'star', dash: [12, 4] },
  { colour: { light: '#136ee3', dark: '#0d8dc6' }, marker: 'arrow', dash: [2, 2] },
  { colour: { light: '#044116', dark: '#23ec8b' }, marker: 'bar', dash: [6, 2, 1, 2] },
  { colour: { light: '#4c12dc', dark: '#9596e7' }, marker: 'pentagon', dash: [8, 2, 1, 2, 1, 2] },
  { colour: { light: '#710b67', dark: '#fd2bbc' }, marker: 'hourglass', dash: [3, 6] },
];

// Known runtimes keep their slot in every run. Two that often share a chart are further apart than two that seldom do.
const KEPT = [
  'go',
  'jvm-17',
  'jvm-25',
  'graal-jit-25',
  'native-image-25',
  'kotlin-native',
  'jvm-21',
  'jvm-25-aot',
  'jvm-25-zgc',
  'jvm-25-serial',
  'jvm-26',
  'jvm-27',
];

/**
 * slots gives each runtime its slot. Runtimes are all that the site knows, so that a run doesn't change a look. Those
 * without a slot of their own take, in order of name, the last ones whose owners the site doesn't know; two runtimes
 * look alike only where there are more than slots.
 */
export function slots(runtimes: Iterable<string>): Map<string, number> {
  const known = new Set(runtimes);
  const all = new Map(KEPT.map((name, i) => [name, i]));
  const free = KEPT.flatMap((name, i) => (known.has(name) ? [] : [i])).reverse();
  const others = [...known].filter((name) => !all.has(name)).sort();
  others.forEach((name, i) => {
    all.set(name, free[i] ?? i % SLOTS.length);
  });
  return all;
}

/** slotsOf gives the runtimes of a site their slots: the same on all of its pages. */
export function slotsOf(site: {
  runs: { runtimes: string[] }[];
  trends: { runtimes: string[] };
}): Map<string, number> {
  return slots([...site.runs.flatMap((r) => r.runtimes), ...site.trends.runtimes]);
}

/** look is the look of the nth exec of the runtime that holds a slot; slots from SLOTS.length on are those of another run. */
export function look(slot: number, nth: number): Look {
  const base = SLOTS[slot % SLOTS.length] as Slot;
  const exec = nth + 2 * Math.floor(slot / SLOTS.length);
  return exec === 0 ? { ...base, hollow: false } : { ...base, dash: [3 * exec, 3], hollow: true };
}

/** outline is the marker's SVG path about 0,0 with the radius r. */
export function outline(marker: Marker, r: number): string {
  const points = (list: [number, number][]) =>
    `M${list.map(([x, y]) => `${n(x * r)},${n(y * r)}`).join('L')}Z`;
  const ring = (count: number, inner: number) =>
    points(
      Array.from({ length: inner < 1 ? count * 2 : count }, (_, i) => {
        const turn = (i * 2 * Math.PI) / (inner < 1 ? count * 2 : count) - Math.PI / 2;
        const reach = 1.15 * (inner < 1 && i % 2 === 1 ? inner : 1);
        return [Math.cos(turn) * reach, Math.sin(turn) * reach];
      }),
    );
  switch (marker) {
    case 'circle':
      return `M${n(-r)},0A${n(r)},${n(r)},0,1,1,${n(r)},0A${n(r)},${n(r)},0,1,1,${n(-r)},0Z`;
    case 'square':
      return points([
        [-0.9, -0.9],
        [0.9, -0.9],
        [0.9, 0.9],
        [-0.9, 0.9],
      ]);
    case 'triangle':
      return points([
        [0, -1.15],
        [1.1, 0.85],
        [-1.1, 0.85],
      ]);
    case 'wedge':
      return points([
        [0, 1.15],
        [1.1, -0.85],
        [-1.1, -0.85],
      ]);
    case 'diamond':
      return points([
        [0, -1.3],
        [1.15, 0],
        [0, 1.3],
        [-1.15, 0],
      ]);
    case 'plus':
      return points([
        [-0.35, -1.1],
        [0.35, -1.1],
        [0.35, -0.35],
        [1.1, -0.35],
        [1.1, 0.35],
        [0.35, 0.35],
        [0.35, 1.1],
        [-0.35, 1.1],
        [-0.35, 0.35],
        [-1.1, 0.35],
        [-1.1, -0.35],
        [-0.35, -0.35],
      ]);
    case 'cross':
      return points([
        [-1.1, -0.65],
        [-0.65, -1.1],
        [0, -0.45],
        [0.65, -1.1],
        [1.1, -0.65],
        [0.45, 0],
        [1.1, 0.65],
        [0.65, 1.1],
        [0, 0.45],
        [-0.65, 1.1],
        [-1.1, 0.65],
        [-0.45, 0],
      ]);
    case 'bar':
      return points([
        [-1.3, -0.5],
        [1.3, -0.5],
        [1.3, 0.5],
        [-1.3, 0.5],
      ]);
    case 'hourglass':
      return points([
        [-1, -1.15],
        [1, -1.15],
        [0.2, 0],
        [1, 1.15],
        [-1, 1.15],
        [-0.2, 0],
      ]);
    case 'arrow':
      return points([
        [1.15, 0],
        [-0.85, 1.1],
        [-0.85, -1.1],
      ]);
    case 'pentagon':
      return ring(5, 1);
    case 'star':
      return ring(5, 0.45);
  }
}

function n(value: number): string {
  return String(Number(value.toFixed(2)));
}
