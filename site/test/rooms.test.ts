import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../src/', import.meta.url);

/** What each room may import from: those below it. Pages stand at the top, and never on each other. */
const SHARED: Record<string, string[]> = {
  data: [],
  ui: ['data'],
  chart: ['ui', 'data'],
  cards: ['chart', 'ui', 'data'],
};
const PAGE = ['cards', 'chart', 'ui', 'data'];

const rooms = readdirSync(src);
const files = rooms.flatMap((room) =>
  readdirSync(new URL(`${room}/`, src))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({
      room,
      path: `${room}/${file}`,
      text: readFileSync(new URL(`${room}/${file}`, src), 'utf8'),
    })),
);

test.each(rooms)('%s imports from the rooms below it alone', (room) => {
  const allowed = SHARED[room] ?? PAGE;
  const others = files
    .filter((file) => file.room === room)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/from '\.\.\/([a-z]+)\//g)].map((m) => ({ path, from: m[1] as string })),
    );
  expect(others.filter(({ from }) => !allowed.includes(from))).toEqual([]);
});

test('chart alone draws on a canvas', () => {
  const drawing = files.filter(({ text }) => /getContext\(|<canvas|'canvas'/.test(text)).map((f) => f.room);
  expect(new Set(drawing)).toEqual(new Set(['chart']));
});

test('a page is mounted, and does not load or listen by itself', () => {
  const own = files.filter(
    ({ room, text }) => room !== 'ui' && /'popstate'|history\.(push|replace)State/.test(text),
  );
  expect(own.map((f) => f.path)).toEqual([]);
});
