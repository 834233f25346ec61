import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `src/${file}`);
const pages = readdirSync(root).filter((file) => file.endsWith('.html'));
const text = [...sources, ...pages].map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n');

// One word for an idea, and the one that a newcomer knows.
test.each([
  ['Beside it', 'Second run'],
  ['no other run', 'none'],
  ['Run by', 'Scheduler'],
  ['first exec’', 'each runtime’s default'],
  ['on its first scheduler', 'default scheduler'],
  ["'Compared with'", 'Baseline'],
  ["'fits'", 'fit to the data'],
  ["'Course'", 'Trend'],
  ['least visible change', 'smallest visible change'],
  ["'Least visible'", 'Smallest visible'],
  ['drawn reports', 'simulated reports'],
  ['one line each', 'one chart each'],
  ["'only here'", 'not published'],
  ["'take it off'", 'unpin the commit'],
])('no page says %s: it says %s', (old, now) => {
  expect(text.includes(old)).toBe(false);
  expect(text).toContain(now);
});
