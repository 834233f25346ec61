// A walk by somebody new: ten questions, each answered within two clicks from the landing page. An answer is what must be
// visible after the last click; choosing from a list is a click.

import type { Locator, Page } from '@playwright/test';
import { axisOf } from '../src/data/axis.ts';
import { site } from '../src/data/site.ts';
import { ratio } from '../src/ui/format.ts';
import { expect, golden, open, test } from './open.ts';

const trend = site(JSON.parse(golden('trend', 'index.json')), 'trend');
const newest = trend.trends.spans[trend.trends.changes[0]?.span ?? -1];
const merged = axisOf(JSON.parse(golden('trend', 'trends/axis.json')), 'axis').commits - 20;

interface Question {
  asks: string;
  set: string;
  clicks: ((page: Page) => Promise<unknown>)[];
  answer(page: Page): [where: Locator, what: string | RegExp][];
}

const nav = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first().click();
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

const QUESTIONS: Question[] = [
  {
    asks: 'Which runtime is fastest for channels, and is that sure?',
    set: 'trend',
    clicks: [],
    answer(page) {
      const row = region(page, 'Compared with Go').getByRole('row', { name: /^Channel/ });
      const cells = trend.matrix.filter((c) => c.workload === 'Channel' && c.first);
      // Go: each other takes more than once as long, and so does the near end of each interval.
      for (const c of cells) expect(c.low).toBeGreaterThan(1);
      return cells.flatMap((c): [Locator, string][] => [
        [row, ratio(c.ratio)],
        [row, ratio(c.low).replace('×', '')],
      ]);
    },
  },
  {
    asks: 'What changed last week?',
    set: 'trend',
    clicks: [],
    answer(page) {
      const first = region(page, 'Recent changes').locator('.change-group').first();
      return [
        [first, /[▲▼] [+−]\d+\.\d\u202f%/],
        [first, /\d+ Jan 2025/],
      ];
    },
  },
  {
    asks: 'Which commit was it?',
    set: 'trend',
    clicks: [(page) => page.locator('.change-group').first().getByText('commits between').click()],
    answer: (page) =>
      (newest?.commits ?? []).map((c) => [
        page.locator('.change-group').first().locator('.suspects'),
        c.subject,
      ]),
  },
  {
    asks: 'How do I share this view?',
    set: 'trend',
    clicks: [
      (page) => page.locator('a.change-line').first().click(),
      (page) => page.getByRole('button', { name: 'Copy link' }).click(),
    ],
    answer: (page) => [[page.locator('body'), 'Copied.']],
  },
  {
    asks: 'How do three JDKs compare on everything?',
    set: 'trend',
    clicks: [(page) => page.getByLabel('Baseline').selectOption('jvm-17'), link('Each benchmark by itself')],
    answer(page) {
      const table = region(page, 'Table: runtimes over all benchmarks');
      return [
        ...['jvm-17', 'jvm-25', 'graal-jit-25'].map((r): [Locator, string] => [table.locator('thead'), r]),
        ...['MatMul', 'Channel', 'PingPong'].map((w): [Locator, string] => [table.locator('tbody'), w]),
        [table.locator('tbody'), /0\.\d\d×/],
        [page.getByRole('status').filter({ hasText: 'jvm-25' }), /jvm-25: \d+ faster, \d+ slower/],
      ];
    },
  },
  {
    asks: 'How noisy is it?',
    set: 'trend',
    clicks: [nav('All trends'), (page) => page.getByRole('button', { name: 'Noise' }).click()],
    answer(page) {
      const table = region(page, 'Table: all trends');
      return [
        [table.locator('thead'), 'Smallest visible'],
        [table.locator('tbody tr').first(), /\d+\.\d\u202f%.*\d+\.\d\u202f%/s],
      ];
    },
  },
  {
    asks: 'What are the raw numbers, by benchstat?',
    set: 'trend',
    clicks: [link('Channel'), (page) => page.getByText('Reproduce these numbers').click()],
    answer: (page) => [
      [page.locator('body'), /git show origin\/bench-data:history\/\S+\.txt\.gz \| zcat/],
      [page.locator('body'), /benchstat -table/],
    ],
  },
  {
    asks: 'Where is my manual run?',
    set: 'self',
    clicks: [link('Manual runs'), link('charts')],
    answer: (page) => [[region(page, /^Run$/), 'manual']],
  },
  {
    asks: 'What did my pull request change, now that it is merged?',
    set: 'trend',
    clicks: [nav('Differences'), (page) => page.getByLabel('After').selectOption(String(merged))],
    answer: (page) => [
      [page.getByRole('status').filter({ hasText: 'slower' }), /\d+ slower, \d+ faster/],
      [page.locator('.measured'), /The runs up to [0-9a-f]{8} and the runs from [0-9a-f]{8} on/],
    ],
  },
  {
    asks: 'How does it scale?',
    set: 'sweep',
    clicks: [
      link('MatMul'),
      (page) => page.getByRole('combobox', { name: 'Values' }).selectOption('speedup'),
    ],
    answer: (page) => [
      [page.locator('#app'), 'Speed-up: the time with one worker over the time with n.'],
      [page.getByRole('group', { name: /^Chart of pattern fan/ }), ''],
    ],
  },
];

test('there are ten questions, of two clicks each at most', () => {
  expect(QUESTIONS.length).toBe(10);
  for (const q of QUESTIONS) expect(q.clicks.length, q.asks).toBeLessThanOrEqual(2);
});

for (const { asks, set, clicks, answer } of QUESTIONS)
  test(`${asks} (clicks: ${clicks.length})`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, set);
    for (const click of clicks) {
      await click(page);
      await expect(page.locator('#app[aria-busy="true"]')).toHaveCount(0);
    }
    for (const [where, what] of answer(page)) {
      await expect(where).toContainText(what);
      await expect(where).toBeVisible();
    }
    if (asks.includes('share'))
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });
