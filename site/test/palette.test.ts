import { describe, expect, test } from 'vitest';
import { look, outline, SLOTS, slots, type Theme } from '../src/palette.ts';

type Rgb = [number, number, number];

// Linear light of a #rrggbb colour (IEC 61966-2-1).
function linear(hex: string): Rgb {
  const part = (i: number) => {
    const v = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

// WCAG 2.2, "contrast ratio".
function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r, g, bl] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

// Machado, Oliveira, Fernandes 2009, severity 1.0, on linear light.
const VISION: Record<string, Rgb[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

// Ottosson's OKLab, times 100.
function lab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    100 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    100 * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s),
    100 * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s),
  ];
}

function seen(hex: string, matrix: Rgb[]): Rgb {
  const c = linear(hex);
  return lab(matrix.map((row) => Math.max(0, row[0] * c[0] + row[1] * c[1] + row[2] * c[2])) as Rgb);
}

const GROUND: Record<Theme, string> = { light: '#ffffff', dark: '#161b24' };

describe.each<Theme>(['light', 'dark'])('on the %s card', (theme) => {
  test('every colour has the contrast of text, since it names a series too', () => {
    for (const slot of SLOTS) expect(contrast(slot.colour[theme], GROUND[theme])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.keys(VISION))('the six kept runtimes are told apart with %s vision', (vision) => {
    const six = SLOTS.slice(0, 6).map((s) => seen(s.colour[theme], VISION[vision] as Rgb[]));
    for (let i = 0; i < six.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [six[i] as Rgb, six[j] as Rgb];
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        expect(distance, `${SLOTS[i]?.marker} and ${SLOTS[j]?.marker}`).toBeGreaterThan(9);
      }
  });
});

test('no two slots share a marker or a dash', () => {
  expect(new Set(SLOTS.map((s) => s.marker)).size).toBe(SLOTS.length);
  const solid = SLOTS.filter((s) => s.dash.length === 0).length;
  expect(new Set(SLOTS.map((s) => s.dash.join())).size).toBe(SLOTS.length - solid + 1);
});

test('a runtime keeps its look whatever else there is', () => {
  expect(slots(['jvm-25']).get('jvm-25')).toBe(slots(['go', 'jvm-17', 'jvm-25', 'a']).get('jvm-25'));
  expect([...slots(['jvm-25-zgc', 'aot-25'])].slice(6)).toEqual([
    ['aot-25', 6],
    ['jvm-25-zgc', 7],
  ]);
});

test('a second exec has the colour of its runtime, a hollow marker and a dash of its own', () => {
  const [first, second] = [look(1, 0), look(1, 1)];
  expect(second.colour).toEqual(first.colour);
  expect([first.hollow, second.hollow]).toEqual([false, true]);
  expect(second.dash).not.toEqual(first.dash);
});

test('every marker is a closed path', () => {
  for (const { marker } of SLOTS) expect(outline(marker, 5)).toMatch(/^M[^a-z]*Z$/);
});
