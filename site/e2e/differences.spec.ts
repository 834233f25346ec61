import { seriesOf } from '../src/data/names.ts';
import { site } from '../src/data/site.ts';
import { expect, golden, open, query, run, test } from './open.ts';

const index = site(JSON.parse(golden('trend', 'index.json')), 'trend');
const series = seriesOf(index.trends);

test('two commits over everything: what a change point says stands out, and nothing else does', async ({
  page,
}) => {
  const c = index.trends.changes.find((x) => x.machine === 0 && x.before > 15 && x.after > 15);
  const span = index.trends.spans[c?.span ?? -1];
  if (!c || !span) throw new Error('no such change');
  await open(page, 'trend', `differences.html?a=${span.from}&b=${span.to}&m=0`);
  const own = index.trends.changes.filter((x) => x.span === c.span && x.machine === 0);
  const rows = page.getByRole('region', { name: 'Table: differences' }).locator('tbody tr');
  await expect(rows).toHaveCount(series.length);
  const slower = own.filter((x) => x.ratio > 1).length;
  await expect(page.getByRole('status').filter({ hasText: 'faster' })).toContainText(
    `${slower} slower, ${own.length - slower} faster, ${series.length - own.length} without a clear difference.`,
  );
  await page.getByRole('checkbox', { name: 'clear differences only' }).check();
  await expect(rows).toHaveCount(own.length);
  const s = series[c.series];
  await expect(rows.filter({ hasText: `${s?.runtime} ${s?.workload}` }).first()).toContainText(/[▲▼]/);
  expect(query(page)).toBe(`?a=${span.from}&b=${span.to}&m=0&only=clear`);
});

test('it opens with the newest change, and other commits are chosen from the lists', async ({ page }) => {
  await open(page, 'trend', 'differences.html');
  await page.getByRole('combobox', { name: 'After' }).selectOption({ index: 0 });
  expect(query(page)).toMatch(/\?a=\d+&b=\d+$/);
  await expect(
    page.getByRole('region', { name: 'Table: differences' }).locator('tbody tr').first(),
  ).toContainText('20, 1');
  // One later run shows nothing, however far it lies off.
  await expect(page.getByRole('status').filter({ hasText: 'faster' })).toContainText('0 slower, 0 faster');
});

test('the runtimes of a run over everything, against the one that is chosen', async ({ page }) => {
  await open(page, 'trend', 'differences.html?by=runtimes');
  const table = page.getByRole('region', { name: 'Table: runtimes over all benchmarks' });
  const r = run('trend');
  const names = new Set(r.benchmarks.map((b) => b.name));
  await expect(table.locator('tbody tr')).toHaveCount(names.size);
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption('jvm-25');
  expect(query(page)).toBe('?by=runtimes&base=jvm-25');
  const of = (runtime: string) =>
    r.benchmarks.find((b) => b.runtime === runtime && b.workload === 'MatMul')?.values['sec/op'];
  const ratio = (of('go')?.center ?? 0) / (of('jvm-25')?.center ?? 1);
  const shown =
    (await table
      .locator('tbody tr')
      .filter({ hasText: 'MatMul' })
      .first()
      .locator('td')
      .first()
      .textContent()) ?? '';
  expect(shown).toContain(`${ratio.toFixed(2)}×`);
  await expect(page.getByRole('listitem').filter({ hasText: 'go:' })).toContainText('of jvm-25’s time');
});

test('commits that are not there are told', async ({ page }) => {
  await open(page, 'trend', 'differences.html?a=90&b=9000');
  await expect(page.getByRole('alert')).toContainText('No two commits to compare');
});
