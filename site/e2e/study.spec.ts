import type { Page } from '@playwright/test';
import { CLAIMS } from '../src/study/claims.ts';
import { FIGURES, figureTitle } from '../src/study/figures.ts';
import { quantity } from '../src/ui/format.ts';
import { colours, expect, golden, open, query, run, test } from './open.ts';

const newest = run('study', 1);
const figure = (page: Page, number: number) => page.locator(`#figure-${number}`);
const sheet = (page: Page, id: string) => page.locator(`#${id}`);

test('each figure has the published chart and ours, drawn', async ({ page }) => {
  await open(page, 'study', 'study.html');
  await expect(page.locator('.figure h3')).toHaveText(FIGURES.map(figureTitle));
  for (const { number } of FIGURES) {
    const charts = figure(page, number).locator('.card');
    await expect(charts.locator('h4')).toHaveText(['Published', 'Here']);
    await expect(charts.locator('canvas')).toHaveCount(2);
    for (const count of await colours(figure(page, number))) expect(count).toBeGreaterThan(10);
  }
});

test('what was not measured, failed, or is unsteady is said in words', async ({ page }) => {
  await open(page, 'study', 'study.html');
  await expect(page.getByRole('list', { name: 'Notes on figure 6' })).toContainText(
    'Kotlin/Native; Kotlin/Native, default: not measured in this run, skipped: no konanc 2.4.20 found',
  );
  await expect(page.getByRole('list', { name: 'Notes on figure 4' })).toContainText('fewer than 6 samples');
  await expect(page.getByRole('list', { name: 'Notes on figure 9' })).toContainText('unsteady samples');
  await expect(page.getByRole('list', { name: 'Notes on figure 8' })).toContainText(
    'native image: 10 samples failed (exit status 1: java.lang.OutOfMemoryError',
  );
  await expect(sheet(page, 'pi')).toContainText('not measured');
});

test('runs and machine stand under each figure and table, one machine in each', async ({ page }) => {
  await open(page, 'study', 'study.html');
  for (const { number } of FIGURES) {
    const origin = figure(page, number).locator('.origin');
    await expect(origin).toContainText(newest.machine.cpu);
    await expect(origin).not.toContainText('Xeon');
    await expect(origin.getByRole('link')).toHaveCount(2);
  }
  await expect(sheet(page, 'server').locator('.origin')).toContainText(
    'Xeon(R) Processor @ 2.50GHz, 2 cores',
  );
  await expect(sheet(page, 'first-run').locator('.origin')).toContainText('cold');
  await figure(page, 2).locator('.origin a').first().click();
  await expect(page).toHaveURL(new RegExp(`runs\\.html\\?run=${newest.id}`));
  await expect(page.getByText(newest.commit.slice(0, 7)).first()).toBeVisible();
});

test('each figure leads to the page where its runtimes are compared freely', async ({ page }) => {
  await open(page, 'study', 'study.html');
  await figure(page, 6).getByRole('link', { name: 'Explore these runtimes' }).click();
  await expect(page).toHaveURL(/compare\.html\?run=.*workload=MatMul.*x=workers/);
  const charts = page.locator('.card:has(canvas)');
  await expect(charts.filter({ hasText: 'pure' })).toHaveCount(1);
});

test('the numbers of a figure are published and ours, side by side', async ({ page }) => {
  await open(page, 'study', 'study.html');
  await figure(page, 5).getByText('The numbers of figure 5').click();
  const table = page.getByRole('region', { name: 'Table: The numbers of figure 5' });
  await expect(table.locator('thead th')).toHaveText([
    'workers',
    'Go, published',
    'Go, here',
    'JVM, published',
    'JVM, here',
    'JVM, default, here',
    'native image, published',
    'native image, here',
    'native image, default, here',
    'Kotlin/Native, published',
    'Kotlin/Native, here',
    'Kotlin/Native, default, here',
  ]);
  const cells = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: '8', exact: true }) });
  await expect(cells.locator('td').nth(0)).toContainText('56\u202fms');
  const go = newest.benchmarks.find(
    (b) => b.runtime === 'go' && b.name === 'MatMul/pattern=coordinator/n=250/workers=8',
  )?.values['sec/op'];
  await expect(cells.locator('td').nth(1)).toContainText(quantity(go?.center ?? 0, 'sec/op'));
  await page.getByRole('radio', { name: 'mean, as published' }).check();
  await expect(table).toBeVisible();
});

test('the pointer reads the published value and ours', async ({ page }) => {
  await open(page, 'study', 'study.html');
  const charts = figure(page, 5).locator('.chart');
  await charts.nth(0).focus();
  await page.keyboard.press('ArrowRight');
  await expect(charts.nth(0).locator('.tip')).toContainText('workers = 1');
  await expect(charts.nth(0).locator('.tip')).toContainText('46.0\u202fms');
  await expect(charts.nth(0).locator('.tip')).not.toContainText('±');
  await charts.nth(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(charts.nth(1).locator('.tip')).toContainText('±');
});

test('every claim has a verdict and its evidence, and they are counted', async ({ page }) => {
  await open(page, 'study', 'study.html');
  await expect(page.locator('.claims > li')).toHaveCount(CLAIMS.length);
  for (const { id, text } of CLAIMS) {
    const claim = page.locator(`#${id}`);
    await expect(claim).toContainText(text);
    await expect(claim.locator('.verdict')).toHaveText(/^(confirmed|refuted|mixed|not measured)$/);
    await expect(claim).toContainText(/Here: .*\d/);
  }
  await expect(page.locator('#a-go-everywhere .verdict')).toHaveText('refuted');
  await expect(page.locator('#a-pure-slowest .verdict')).toHaveText('confirmed');
  const score = page.getByRole('list', { name: 'Claims by verdict' });
  await expect(score.getByRole('listitem')).toHaveCount(5);
  const refuted = await page.locator('.claims .verdict.refuted').count();
  await expect(score.getByRole('listitem').last()).toContainText(`${refuted} refuted`);
  await score.getByRole('link', { name: 'D: Counters' }).click();
  await expect(page.getByRole('heading', { name: 'Study D: Counters' })).toBeInViewport();
});

test('scales, statistic and hidden lines are chosen for all figures, and stand in the address', async ({
  page,
}) => {
  await open(page, 'study', 'study.html');
  const y = page.getByRole('group', { name: 'y scale', exact: true });
  await expect(y.getByRole('radio', { name: 'linear' })).toBeChecked();
  await y.getByRole('radio', { name: 'log' }).check();
  expect(query(page)).toBe('?y-scale=log');
  await expect(figure(page, 9)).toContainText('of 0 ms can’t be drawn on a logarithmic axis');
  await page.getByRole('radio', { name: 'mean, as published' }).check();
  await expect(figure(page, 3)).toContainText('including the cold first one, as the study drew it');
  const line = page.locator('.legend').getByRole('button', { name: 'Kotlin/Native', exact: true });
  await line.click();
  await expect(line).toHaveAttribute('aria-pressed', 'false');
  expect(query(page)).toBe('?y-scale=log&published=mean&hide=kt_ntv');
  const chart = figure(page, 3).locator('.chart').first();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.locator('.tip')).not.toContainText('Kotlin/Native');
  await page.reload();
  await expect(line).toHaveAttribute('aria-pressed', 'false');
  await page.goBack();
  await expect(line).toHaveAttribute('aria-pressed', 'true');
});

test('an address points to a claim', async ({ page }) => {
  await open(page, 'study', 'study.html#d-lost');
  await expect(page.locator('#d-lost')).toBeInViewport();
});

test('the published figures are redrawn in the theme that was chosen', async ({ page }) => {
  await open(page, 'study', 'study.html');
  const canvas = figure(page, 2).locator('canvas').first();
  const light = await canvas.evaluate((c) => (c as HTMLCanvasElement).toDataURL());
  await page.getByRole('button', { name: 'Change to the dark theme' }).click();
  expect(
    await figure(page, 2)
      .locator('canvas')
      .first()
      .evaluate((c) => (c as HTMLCanvasElement).toDataURL()),
  ).not.toBe(light);
});

test.describe('without study runs', () => {
  test.use({ missing: ['data/index.json'] });
  const cases: [string, (file: string) => string | undefined][] = [
    ['no index', () => undefined],
    ['no runs', () => JSON.stringify({ version: 1, runs: [] })],
    ['runs of other profiles', (file) => golden('tour', file)],
  ];
  for (const [name, answer] of cases)
    test(`${name}: the published figures are there, and how to measure ours`, async ({ page }) => {
      await open(page, answer, 'study.html');
      await expect(page.locator('#unmeasured')).toContainText('make bench PROFILE=study');
      await expect(page.locator('#unmeasured')).toContainText('cobench bench -profile study -budget 30m');
      await expect(page.locator('canvas')).toHaveCount(FIGURES.length);
      await expect(figure(page, 2)).toContainText('Not measured yet');
      await expect(page.locator('.claims .verdict.not-measured')).toHaveCount(CLAIMS.length);
      await expect(sheet(page, 'file')).toContainText('2.4574\u202fs');
    });
});

test.describe('with runs that can’t be read', () => {
  test.use({ missing: ['.json'] });
  test('says which, and shows what can', async ({ page }) => {
    await open(page, (file) => (file.includes('aaaaaaaa') ? undefined : golden('study', file)), 'study.html');
    await expect(page.getByRole('alert')).toContainText('aaaaaaaa-study.json: not found');
    await expect(figure(page, 2).locator('canvas')).toHaveCount(2);
    await expect(sheet(page, 'server').locator('.origin')).toContainText('not measured yet');
  });
});

test('what a run has is text and never markup', async ({ page }) => {
  const evil = '<img src=x onerror=alert(1)>';
  await open(page, (file) => golden('study', file).replaceAll('no konanc 2.4.20 found', evil), 'study.html');
  await expect(page.getByRole('list', { name: 'Notes on figure 6' })).toContainText(evil);
  expect(await page.locator('#app img').count()).toBe(0);
});
