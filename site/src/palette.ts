// How a runtime looks: its colour, marker and dash, the same in every chart, legend and table.
//
// The colours are told apart with the common colour-vision deficiencies and have a contrast of 4.5:1 or more with the
// card they lie on; still no series is told by colour alone, so each has a marker and a dash of its own.

export type Theme = 'light' | 'dark';

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
  | 'star';

type Slot = Omit<Look, 'hollow'>;

export const SLOTS: Slot[] = [
  { colour: { light: '#04617c', dark: '#2ecdfc' }, marker: 'circle', dash: [] },
  { colour: { light: '#bf5810', dark: '#e85606' }, marker: 'square', dash: [7, 3] },
  { colour: { light: '#6b14a4', dark: '#aa5efc' }, marker: 'triangle', dash: [] },
  { colour: { light: '#128460', dark: '#c3ffcc' }, marker: 'diamond', dash: [2, 3] },
  { colour: { light: '#565100', dark: '#f1b10a' }, marker: 'wedge', dash: [9, 3, 2, 3] },
  { colour: { light: '#2b3041', dark: '#7a8798' }, marker: 'cross', dash: [5, 5] },
  { colour: { light: '#cf2f74', dark: '#ff86b5' }, marker: 'plus', dash: [4, 2] },
  { colour: { light: '#2346c7', dark: '#8fa6ff' }, marker: 'pentagon', dash: [12, 4] },
  { colour: { light: '#8a3b1e', dark: '#d99a7a' }, marker: 'bar', dash: [2, 2] },
  { colour: { light: '#00796b', dark: '#5fd6c6' }, marker: 'star', dash: [6, 2, 1, 2] },
];

// The runtimes that everybody measures keep their look in every run; others take what is left, in order of name.
const KEPT = ['go', 'jvm-17', 'jvm-25', 'graal-jit-25', 'native-image-25', 'kotlin-native'];

/** slots gives each runtime its slot. Runtimes are all that the site knows, so that a run doesn't change a look. */
export function slots(runtimes: Iterable<string>): Map<string, number> {
  const others = [...new Set(runtimes)].filter((name) => !KEPT.includes(name)).sort();
  const all = [...KEPT, ...others];
  return new Map(all.map((name, i) => [name, i % SLOTS.length]));
}

/** look is the look of the nth exec of the runtime that holds a slot. */
export function look(slot: number, exec: number): Look {
  const base = SLOTS[slot % SLOTS.length] as Slot;
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
    case 'pentagon':
      return ring(5, 1);
    case 'star':
      return ring(5, 0.45);
  }
}

function n(value: number): string {
  return String(Number(value.toFixed(2)));
}
