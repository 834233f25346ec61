// What a page tells at a glance, on what cobench measured of itself: the data first, and nothing that is not so.

import type { Page } from '@playwright/test';
import { site } from '../src/data/site.ts';
import { ratio } from '../src/ui/format.ts';
import { expect, golden, open, published, run, saved, test } from './open.ts';

const self = site(JSON.parse(golden('self', 'index.json')), 'self');

/** The top of the first chart, table or summing sentence that is there to be read. */
const first = (page: Page) =>
  page
    .locator('.plot, table, .bars, .score, .summary')
    .evaluateAll((all) =>
      Math.min(...all.map((e) => e.getBoundingClientRect()).flatMap((r) => (r.height > 20 ? [r.top] : []))),
    );

const PAGES: [set: string, address: string][] = [
  ['self', 'index.html'],
  ['trend', 'index.html'],
  ['self', 'index.html?base=jvm-25&values=measured'],
  ['tour', 'compare.html'],
  ['sweep', 'compare.html'],
  ['self', 'trends.html'],
  ['trend', 'trends.html'],
  ['trend', 'list.html'],
  ['trend', 'differences.html'],
  ['trend', 'differences.html?by=runtimes'],
  ['cold', 'cold.html'],
  ['trend', 'runs.html'],
  ['study', 'study.html'],
];
for (const [set, address] of PAGES)
  test(`the data stands first: ${set} ${address}`, async ({ page }) => {
    await page.setViewportSize({ width: 1360, height: 900 });
    await open(page, set, address);
    expect(await first(page), 'at 1360 x 900').toBeLessThan(400);
    await page.setViewportSize({ width: 360, height: 760 });
    await open(page, set, address);
    expect(await first(page), 'on a phone').toBeLessThan(600);
  });

test('at least 25 commits were really measured, and nobody is invented', () => {
  expect(self.trends.commits).toBeGreaterThanOrEqual(25);
  for (const span of self.trends.spans) for (const c of span.commits) expect(c.author).toBe('');
});

test('what the site is called comes with the data', async ({ page }) => {
  await open(page, 'self');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kotlin coroutines against Go goroutines');
  await open(page, 'trend');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benchmarks of owner/name');
  await expect(page.locator('body')).not.toContainText('Kotlin coroutines');
});

test('each workload stands with its sentence', async ({ page }) => {
  const doc = self.described.PingPong?.doc ?? '';
  expect(doc).not.toBe('');
  await open(page, 'self');
  await expect(page.getByRole('region', { name: 'Compared with Go' })).toContainText(doc);
  await page.getByRole('link', { name: 'PingPong', exact: true }).click();
  await expect(page.locator('.workload-head')).toContainText(doc);
});

/** judged is the data with a decided row, and perhaps a group, in the run that was measured on two sides. */
async function judged(page: Page, members = 0) {
  const listed = self.runs.find((r) => r.commit.startsWith('93d32628'));
  if (!listed) throw new Error('no run with two sides');
  const row = {
    verdict: 'slower',
    runtime: 'go',
    benchmark: members > 0 ? 'Counter on go' : 'Counter/version=2/variant=mutex/exec=goroutine-2',
    members,
    base: 1.02e-8,
    head: 1.53e-8,
    ratio: 1.5,
    low: 1.4,
    high: 1.6,
    p: 0.0001,
    n: 12,
  };
  await open(page, (file) => {
    const text = published('self', file);
    if (file !== 'index.json' && !file.includes(listed.commit)) return text;
    const value = JSON.parse(String(text));
    if (file === 'index.json')
      value.verdicts = [
        { ...row, run: listed.id, date: listed.date, base: 'b'.repeat(40), head: listed.commit },
      ];
    else if (members > 0) value.judged.groups = [row];
    else value.judged.rows.unshift(row);
    return JSON.stringify(value);
  });
  const section = page.getByRole('region', { name: 'Verdicts' });
  await expect(section).toContainText('+50.0\u202f%');
  if (members > 0) await expect(section).toContainText(`(${members} together)`);
  await section.getByRole('link').first().click();
  await expect(page).toHaveURL(/compare\.html\?run=.*#judged$/);
  return page.locator('.verdict-rows tbody tr');
}

test('a verdict leads to its row: base, head, change, interval', async ({ page }) => {
  const rows = await judged(page);
  for (const text of ['slower', 'Counter', '10.2', '15.3', '+50.0', '+40.0\u202f% … +60.0\u202f%', '0.0001'])
    await expect(rows.first()).toContainText(text);
  await expect(page.locator('.judged')).toContainText('93d32628');
  // What was measured: nothing was decided, and the page says what would have shown.
  await expect(rows.nth(1)).toContainText(/undecided.*would have shown/);
});

test('a group of benchmarks that moved together has a row of its own', async ({ page }) => {
  const rows = await judged(page, 9);
  await expect(rows.first()).toContainText('all of Counter on go (9)');
});

test('a ratio is toned by the end of its interval nearer to Go, and marked where it is wide or unsteady', async ({
  page,
}) => {
  const cell = { ratio: 5.86, low: 1.95, high: 13.3, twins: 6, differ: 6, careful: 5, unsteady: 0 };
  await open(page, (file) => {
    const value = JSON.parse(golden('trend', file));
    Object.assign(value.matrix[0], cell);
    Object.assign(value.matrix[1], { ratio: 1.2, low: 1.1, high: 1.3, differ: 0 });
    return JSON.stringify(value);
  });
  const entry = page.locator('td.tone', { hasText: ratio(cell.ratio) });
  await expect(entry).toHaveClass(/\btone2\b/);
  await expect(entry).toContainText('5 of 6 with some unsteady samples');
  await expect(entry).toContainText('wide interval');
  await expect(page.locator('td.tone', { hasText: '~ 1.20×' })).toHaveClass(/\btone0\b/);
});

test('another machine beside it has charts of its own, and nothing compares it with the first', async ({
  page,
}) => {
  const [a, b] = [run('trend', 0), run('trend', 1)];
  await open(
    page,
    (file) => {
      const text = published('trend', file);
      if (!file.startsWith('runs/') || !file.includes(b.id.split('/').at(-1) ?? '')) return text;
      const value = JSON.parse(String(text));
      value.machine.cpu = 'Another';
      return JSON.stringify(value);
    },
    `compare.html?run=${a.id}&with=${b.id}`,
  );
  const cards = page.locator('.charts .card');
  const there = cards.filter({ has: page.locator('h3 small', { hasText: 'Another' }) });
  expect(await there.count()).toBeGreaterThan(0);
  expect(await cards.count()).toBeGreaterThan(await there.count());
  await expect(page.locator('.charts [aria-label*=". On Another. "]')).toHaveCount(await there.count());
  expect((await saved(page, there.first(), 'Go benchmark format')).toString()).toMatch(/^cpu: Another$/m);
  // No sentence has series of both.
  for (const card of await cards.all()) {
    const named = await card.locator('.story .series').allTextContents();
    const other = await card.locator('h3 small', { hasText: 'Another' }).count();
    for (const name of named) expect(name.includes('@'), name).toBe(other > 0);
  }
  const mine = page.locator('.results thead th', { hasText: '@' }).first();
  const place = await mine.evaluate((th) => [...(th.parentElement?.children ?? [])].indexOf(th));
  const cells = await page.locator(`.results tbody tr > :nth-child(${place + 1})`).allTextContents();
  expect(cells.length).toBeGreaterThan(0);
  for (const text of cells) expect(text).not.toContain('×');
  // Ratios are within a machine, and the page says what it leaves out.
  await page.goto(`${page.url()}&as=ratio`);
  await expect(page.getByText('No ratios on Another')).toBeVisible();
  await expect(there).toHaveCount(0);
});

test('a chart has one menu, and what it saves stands in it', async ({ page }) => {
  await open(page, 'tour', 'compare.html');
  const card = page.locator('.card').first();
  await expect(card.getByRole('button', { name: 'SVG' })).toBeHidden();
  await card.locator('.offers summary').click();
  await expect(card.getByRole('group', { name: 'Save' }).getByRole('button')).toHaveCount(4);
});
