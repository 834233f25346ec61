import type { Page } from '@playwright/test';
import { quantity } from '../src/ui/format.ts';
import { colours, expect, golden, open, query, run, test } from './open.ts';

const cold = run('cold');
const section = (page: Page) => page.getByRole('region', { name: 'Warm-up' });
const curve = (runtime: string, name: string) =>
  cold.benchmarks.find((b) => b.runtime === runtime && b.name === name)?.curve ?? [];

test('cold samples have a section: a card for each pattern, with a sentence on its first operation', async ({
  page,
}) => {
  await open(page, 'cold', 'compare.html');
  const warm = section(page);
  await expect(warm.locator('.card h3')).toHaveText(['fan', 'coordinator', 'pure']);
  await expect(warm).toContainText('The first 50 operations of a fresh process');
  await expect(warm).toContainText('a median over 10 processes');
  for (const story of await warm.locator('.story').allTextContents())
    expect(story).toMatch(/first operation takes [\d.]+× the median of its last 10/);
  for (const count of await colours(warm)) expect(count).toBeGreaterThan(10);
  expect(query(page)).toBe('');
});

test('a run without cold samples has none', async ({ page }) => {
  await open(page, 'tour', 'compare.html');
  await expect(section(page)).toHaveCount(0);
});

test('the arrow keys read the curves', async ({ page }) => {
  await open(page, 'cold', 'compare.html');
  const chart = section(page).getByRole('group', { name: /^Warm-up chart of pattern fan/ });
  const tip = chart.locator('.tip');
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tip).toContainText('operation = 1');
  const name = 'MatMul/pattern=fan/n=100/workers=8';
  for (const runtime of ['go', 'jvm-25', 'jvm-25-aot'])
    await expect(tip.getByRole('row', { name: new RegExp(`^${runtime} `) })).toContainText(
      quantity(curve(runtime, name)[0] ?? 0, 'sec/op'),
    );
  await expect(tip).not.toContainText('±');
  await page.keyboard.press('ArrowRight');
  await expect(tip).toContainText('operation = 2');
});

test('workers and axes of the curves are chosen apart from the page’s, and stand in the address', async ({
  page,
}) => {
  await open(page, 'cold', 'compare.html');
  const warm = section(page);
  await warm.getByRole('combobox', { name: 'workers' }).selectOption('1');
  expect(query(page)).toBe('?w.workers=1');
  await warm.getByRole('group', { name: 'y scale' }).getByRole('radio', { name: 'linear' }).check();
  expect(query(page)).toBe('?w.workers=1&warm-y=linear');
  await page.reload();
  await expect(warm.getByRole('combobox', { name: 'workers' })).toHaveValue('1');
  await expect(
    warm.getByRole('group', { name: 'y scale' }).getByRole('radio', { name: 'linear' }),
  ).toBeChecked();
  const chart = warm.getByRole('group', { name: /^Warm-up chart of pattern pure/ });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.locator('.tip')).toContainText(
    quantity(curve('go', 'MatMul/pattern=pure/n=100/workers=1')[0] ?? 0, 'sec/op'),
  );
  await page.goBack();
  await expect(
    warm.getByRole('group', { name: 'y scale' }).getByRole('radio', { name: 'log' }),
  ).toBeChecked();
});

test('the legend hides a series in the curves too', async ({ page }) => {
  await open(page, 'cold', 'compare.html?hide=graal-jit-25');
  const label = await section(page)
    .getByRole('group', { name: /pattern fan/ })
    .getAttribute('aria-label');
  expect(label).not.toContain('graal-jit-25');
  const chart = section(page).getByRole('group', { name: /pattern fan/ });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.locator('.tip tr')).toHaveCount(6);
});

test('many units are a list in groups, each with what it means', async ({ page }) => {
  await open(page, 'cold', 'compare.html');
  const units = page.getByRole('combobox', { name: 'Metric' });
  await expect(units.locator('optgroup')).toHaveCount(3);
  await expect(units.locator('option')).toHaveCount(cold.units.length);
  for (const { name } of cold.units) {
    await units.selectOption(name);
    await expect(page.locator('.workload-head .hint code').first()).toHaveText(name);
    await expect(page.locator('.workload-head .hint')).toContainText('Lower is better.');
    await expect(page.locator('.card .story').first()).not.toBeEmpty();
    const first = cold.benchmarks.find((b) => b.values[name])?.values[name];
    await expect(page.locator('table.results td').first()).toContainText(quantity(first?.center ?? 0, name));
  }
});

test('what is the same in every sample has no noise', async ({ page }) => {
  await open(page, 'cold', 'compare.html?unit=binary-bytes');
  const table = page.locator('table.results');
  await expect(table.locator('tbody td').first()).toHaveText(/^3\.31\u202fMiB\s+n\u202f=\u202f10$/);
  await expect(table).not.toContainText('±');
});

test('a runtime with cold samples alone is in every legend, and says where it has no value', async ({
  page,
}) => {
  await open(page, 'cold', 'compare.html');
  const button = page.locator('.legend').getByRole('button', { name: 'jvm-25-aot' });
  await expect(button).toContainText('no value in this unit');
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('first-sec/op');
  await expect(button).not.toContainText('no value');
});

test('a skipped runtime is in legend, notes, table and environment with its reason', async ({ page }) => {
  const reason = cold.runtimes.find((r) => r.status === 'skipped')?.reason ?? '';
  expect(reason).not.toBe('');
  await open(page, 'cold', 'compare.html');
  await expect(page.locator('.legend')).toContainText('kotlin-native skipped');
  await expect(page.locator('.legend button')).toHaveCount(7);
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(
    `kotlin-native was skipped: ${reason}`,
  );
  await expect(page.locator('table.results')).toContainText(`skipped: ${reason}`);
  await expect(page.getByRole('region', { name: 'Environment' })).toContainText(`skipped: ${reason}`);
});

test('a run in which every runtime was skipped says why, and draws nothing', async ({ page }) => {
  await open(
    page,
    (file) => {
      if (file === 'index.json') return golden('cold', file);
      const { version } = JSON.parse(golden('cold', file));
      const runtimes = cold.runtimes.map((r) => ({ ...r, status: 'skipped', reason: `no ${r.name} found` }));
      const benchmarks = cold.benchmarks.map((b) => ({ ...b, values: {}, curve: [] }));
      return JSON.stringify({ ...cold, version, runtimes, benchmarks });
    },
    'compare.html',
  );
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(8);
  await expect(page.locator('.legend')).toContainText('jvm-25 skipped');
  await expect(page.locator('canvas')).toHaveCount(0);
});
