import { overviewOf } from '../src/data/overview.ts';
import { site } from '../src/data/site.ts';
import { percent } from '../src/ui/format.ts';
import { expect, golden, open, published, query, test } from './open.ts';

const index = site(JSON.parse(golden('trend', 'index.json')), 'trend');
const written = JSON.parse(golden('trend', 'trends/overview.json'));
const rows = overviewOf(written, index, 'overview');

const body = 'tbody tr';

test('every trend has a row with its course, its newest value, its noise and its last change', async ({
  page,
}) => {
  await open(page, 'trend', 'list.html');
  const table = page.getByRole('region', { name: 'Table: all trends' });
  await expect(table.locator(body)).toHaveCount(rows.length);
  await expect(table.locator(`${body} svg`)).toHaveCount(rows.length);
  await expect(page.getByRole('status').filter({ hasText: 'trends' })).toHaveText(`${rows.length} trends`);
  const i = rows.findIndex((r) => r.change);
  const row = table.locator(body).nth(i);
  await expect(row).toContainText(percent(rows[i]?.change?.ratio ?? 0));
  await expect(row).toContainText(`${((rows[i]?.noise ?? 0) * 100).toFixed(1)}\u202f%`);
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/trends\.html\?s=.*&m=\d/);
});

test('a column says how far each has moved since the last release, if there is one', async ({ page }) => {
  expect(index.release).toBe('v1.2.0');
  await open(page, 'trend', 'list.html');
  const table = page.getByRole('region', { name: 'Table: all trends' });
  const i = rows.findIndex((r) => r.release > 0);
  await expect(table.locator(body).nth(i)).toContainText(percent(rows[i]?.release ?? 0));
  await table.getByRole('button', { name: 'since v1.2.0' }).click();
  expect(query(page)).toBe('?sort=-release');
  const most = Math.max(...rows.map((r) => r.release));
  await expect(table.locator(body).first()).toContainText(percent(most));

  await open(page, 'sweep', 'list.html');
  await expect(page.getByRole('button', { name: '30 days' })).toBeVisible();
  await expect(page.getByRole('button', { name: /since/ })).toHaveCount(0);
});

test('it is sorted by a column, filtered by runtime, workload, machine and words, and the address holds it all', async ({
  page,
}) => {
  await open(page, 'trend', 'list.html');
  const table = page.getByRole('region', { name: 'Table: all trends' });
  await table.getByRole('button', { name: 'Noise' }).click();
  expect(query(page)).toBe('?sort=-noise');
  await expect(table.getByRole('columnheader', { name: 'Noise' })).toHaveAttribute('aria-sort', 'descending');
  const noisiest = [...rows].sort((a, b) => b.noise - a.noise)[0];
  await expect(table.locator(body).first()).toContainText(
    `${((noisiest?.noise ?? 0) * 100).toFixed(1)}\u202f%`,
  );
  await page.getByRole('combobox', { name: 'Runtime' }).selectOption('go');
  await page.getByRole('combobox', { name: 'Machine' }).selectOption('1');
  await page.getByRole('searchbox', { name: 'Find' }).fill('channel');
  await expect.poll(() => query(page)).toBe('?q=channel&runtime=go&m=1&sort=-noise');
  const some = rows.filter(
    (r) => r.series.runtime === 'go' && r.machine === 1 && r.series.workload === 'Channel',
  );
  await expect(table.locator(body)).toHaveCount(some.length);
  await page.reload();
  await expect(table.locator(body)).toHaveCount(some.length);
  await page.locator('body').press('/');
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeFocused();
});

test('slower only: what a later value may take back and what is no commit’s is marked', async ({ page }) => {
  const changed = structuredClone(written);
  const i = rows.findIndex((r) => !r.change);
  Object.assign(changed, { provisional: [i], same: [i], unsteady: [i] });
  changed.ratio[i] = 1.3;
  changed.changed[i] = changed.date[i];
  await open(
    page,
    (file) => (file === 'trends/overview.json' ? JSON.stringify(changed) : published('trend', file)),
    'list.html',
  );
  await page.getByRole('checkbox', { name: 'slower only' }).check();
  expect(query(page)).toBe('?only=slower');
  const row = page.locator(body).filter({ hasText: '+30.0' });
  await expect(row).toContainText('provisional');
  await expect(row).toContainText('same code');
  await expect(row).toContainText('unsteady');
  await expect(page.locator(body).filter({ hasText: '−' }).filter({ hasText: 'none' })).toHaveCount(0);
});

test.describe('a list that can’t be read', () => {
  test.use({ missing: ['overview.json.gz'] });
  for (const [what, body, want] of [
    ['missing', undefined, 'data/trends/overview.json.gz: not found'],
    ['damaged', '{"version":1,"series":[0]}', 'overview.json.gz.machine: got nothing, want a list'],
  ] as const)
    test(`${what} is told, with its name and a way to try again`, async ({ page }) => {
      await open(
        page,
        (file) => (file === 'trends/overview.json' ? body : published('trend', file)),
        'list.html',
      );
      await expect(page.getByRole('alert')).toContainText(want);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    });
});
