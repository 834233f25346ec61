import { describe, expect, test } from 'vitest';
import { look, outline, SLOTS, slots } from '../src/chart/palette.ts';
import type { Theme } from '../src/ui/theme.ts';

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

  // The first slots are those of the runtimes that share most charts.
  const least: [first: number, vision: string, distance: number][] = Object.keys(VISION).flatMap(
    (vision): [number, string, number][] =>
      vision === 'usual'
        ? [
            [6, vision, 12],
            [12, vision, 10],
          ]
        : [
            [6, vision, 9],
            [8, vision, 7.5],
            [12, vision, 6.5],
          ],
  );
  test.each(least)(
    'the first %i slots are told apart with %s vision, by %f or more',
    (first, vision, far) => {
      const all = SLOTS.slice(0, first).map((s) => seen(s.colour[theme], VISION[vision] as Rgb[]));
      expect(all.length).toBe(first);
      for (let i = 0; i < all.length; i++)
        for (let j = 0; j < i; j++) {
          const [a, b] = [all[i] as Rgb, all[j] as Rgb];
          const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
          expect(distance, `${SLOTS[i]?.marker} and ${SLOTS[j]?.marker}`).toBeGreaterThan(far);
        }
    },
  );
});

test('no two slots share a marker or a dash', () => {
  expect(new Set(SLOTS.map((s) => s.marker)).size).toBe(SLOTS.length);
  const solid = SLOTS.filter((s) => s.dash.length === 0).length;
  expect(new Set(SLOTS.map((s) => s.dash.join())).size).toBe(SLOTS.length - solid + 1);
});

test('a runtime keeps its look whatever else there is', () => {
  expect(slots(['jvm-25']).get('jvm-25')).toBe(slots(['go', 'jvm-17', 'jvm-25', 'a']).get('jvm-25'));
  const known = ['jvm-21', 'jvm-25-aot', 'jvm-25-zgc', 'jvm-25-serial'];
  const alone = known.map((name) => slots([name]).get(name));
  const together = slots(['go', 'jvm-25', 'kotlin-native', 'another', ...known]);
  expect(known.map((name) => together.get(name))).toEqual(alone);
});

test('a runtime that is new to the page takes a slot whose owner is not there', () => {
  const names = ['go', 'jvm-17', 'jvm-25', 'jvm-27', 'jvm-33', 'jvm-33-zgc'];
  const given = slots(names);
  expect(new Set(names.map((name) => given.get(name))).size).toBe(names.length);
  const many = Array.from({ length: 12 }, (_, i) => `r${i}`);
  expect(new Set(many.map((name) => slots(many).get(name))).size).toBe(12);
  const more = [...many, 'r12'];
  expect(slots(more).get('r12')).toBeLessThan(SLOTS.length);
});

test('twelve runtimes have twelve looks', () => {
  const names = ['go', 'jvm-17', 'jvm-21', 'jvm-25', 'jvm-26', 'jvm-27', 'jvm-25-zgc', 'jvm-25-serial'];
  names.push('jvm-25-aot', 'graal-jit-25', 'native-image-25', 'kotlin-native');
  const looks = names.map((name) => look(slots(names).get(name) as number, 0));
  for (const theme of ['light', 'dark'] as const)
    expect(new Set(looks.map((l) => l.colour[theme])).size).toBe(names.length);
  expect(new Set(looks.map((l) => l.marker)).size).toBe(names.length);
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
