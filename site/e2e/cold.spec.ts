import { quantity } from '../src/ui/format.ts';
import { drawn, expect, open, query, run, saved, test } from './open.ts';

const cold = run('cold');

test('the newest run with cold samples: a card for each unit, the shortest bar first, and the curves', async ({
  page,
}) => {
  await open(page, 'cold', 'cold.html');
  const start = page.locator('.bar-card', { hasText: 'Start to first result' });
  await expect(start.locator('li')).toHaveCount(
    new Set(cold.benchmarks.filter((b) => 'start-sec' in b.values).map((b) => `${b.runtime} ${b.exec}`)).size,
  );
  const name = cold.benchmarks.find((b) => 'start-sec' in b.values)?.name ?? '';
  await expect(start).toContainText(name);
  const times = cold.benchmarks
    .filter((b) => b.name === name)
    .flatMap((b) => b.values['start-sec']?.center ?? []);
  await expect(start.locator('li').first()).toContainText(quantity(Math.min(...times), 'start-sec'));
  await expect(page.getByRole('region', { name: 'Warm-up' }).locator('canvas').first()).toBeVisible();
  const before = await start.locator('li').count();
  await page.locator('.legend').getByRole('button', { name: 'jvm-25', exact: true }).click();
  expect(query(page)).toBe('?hide=jvm-25');
  await expect(start.locator('li')).toHaveCount(before - 1);
});

test('bars and curves are saved as pictures, tables and results', async ({ page }) => {
  await open(page, 'cold', 'cold.html');
  const start = page.locator('.bar-card', { hasText: 'Start to first result' });
  expect((await saved(page, start, 'SVG')).toString()).toContain('Start to first result');
  expect((await saved(page, start, 'CSV')).toString()).toContain('runtime,benchmark,unit,center,low,high,n');
  expect((await saved(page, start, 'Go benchmark format')).toString()).toMatch(
    /^BenchmarkMatMul\/.* start-sec$/m,
  );
  const curve = page.getByRole('region', { name: 'Warm-up' }).locator('.card').first();
  const drawing = await drawn(page, (await saved(page, curve, 'SVG')).toString());
  expect(drawing.texts).toEqual(expect.arrayContaining(['operation', '1', 'jvm-25-aot']));
  expect(drawing.shapes).toBeGreaterThan(20);
  expect((await saved(page, curve, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  expect((await saved(page, curve, 'CSV')).toString().split('\r\n')[0]).toContain('operation,');
  expect((await saved(page, curve, 'Go benchmark format')).toString()).toMatch(
    /\/operation=50 1 [\d.e-]+ sec\/op/,
  );
});

test('a site without cold samples says how to measure some', async ({ page }) => {
  await open(page, 'tour', 'cold.html');
  await expect(page.getByRole('alert')).toContainText('make bench PROFILE=cold');
});
