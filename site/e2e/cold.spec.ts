import { quantity } from '../src/format.ts';
import { expect, open, query, run, test } from './open.ts';

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
  await page.locator('.legend').getByRole('button', { name: 'jvm-25', exact: true }).click();
  expect(query(page)).toBe('?hide=jvm-25');
  await expect(start).not.toContainText('jvm-25 ');
});

test('a site without cold samples says how to measure some', async ({ page }) => {
  await open(page, 'tour', 'cold.html');
  await expect(page.getByRole('alert')).toContainText('make bench PROFILE=cold');
});
