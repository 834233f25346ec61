import { site } from '../src/data/site.ts';
import { quantity, ratio } from '../src/ui/format.ts';
import { expect, golden, open, published, query, run, test } from './open.ts';

const trend = site(JSON.parse(golden('trend', 'index.json')), 'trend');

test('recent changes: each commit once, with size, interval, author, and a way to its trend', async ({
  page,
}) => {
  await open(page, 'trend');
  const newest = trend.trends.changes[0];
  const section = page.getByRole('region', { name: 'Recent changes' });
  const group = section.locator('.change-group').first();
  await expect(group).toContainText(/[+−]\d+\.\d\u202f%/);
  await expect(group.locator('a.change-line').first()).toHaveAttribute('title', / … [+−]/);
  const span = trend.trends.spans[newest?.span ?? -1];
  await expect(group).toContainText(`between ${span?.base.slice(0, 8)} and ${span?.head.slice(0, 8)}`);
  // What lies between is told, and none of it is blamed.
  await group.locator('summary').click();
  for (const c of span?.commits ?? []) await expect(group.locator('.suspects')).toContainText(c.subject);
  await expect(group.getByRole('link', { name: 'before/after' })).toHaveAttribute(
    'href',
    /differences\.html\?a=/,
  );
  await expect(group.locator('.change-commit code a').first()).toHaveAttribute(
    'href',
    /^https:\/\/github\.com\/owner\/name\/commit\/[0-9a-f]{40}$/,
  );
  expect(newest).toBeDefined();
  await group.locator('a.change-line').first().click();
  await expect(page).toHaveURL(/trends\.html\?s=.*&at=\d+/);
  await expect(page.getByRole('region', { name: 'Changes' }).locator('tbody tr').first()).toContainText(
    /[▲▼]/,
  );
});

test('the matrix has the ratio to Go with its interval, is sorted by a column, and leads to the charts', async ({
  page,
}) => {
  await open(page, 'trend');
  const table = page.getByRole('region', { name: /^Table: ratio to Go/ });
  const cell = trend.matrix.find((c) => c.workload === 'Channel' && c.runtime === 'kotlin-native');
  if (!cell) throw new Error('no cell');
  const row = table.getByRole('row', { name: /^Channel/ });
  await expect(row).toContainText(ratio(cell.ratio));
  await expect(row).toContainText(ratio(cell.low).replace('×', ''));
  const column = page.getByRole('button', { name: 'jvm-25', exact: true });
  await column.click();
  expect(query(page)).toBe('?sort=-jvm-25');
  await expect(table.getByRole('columnheader', { name: 'jvm-25' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const ratios = trend.matrix.filter((c) => c.runtime === 'jvm-25').map((c) => c.ratio);
  await expect(table.locator('tbody tr').first()).toContainText(ratio(Math.max(...ratios)));
  await column.click();
  await expect(table.locator('tbody tr').first()).toContainText(ratio(Math.min(...ratios)));
  await page.goBack();
  await page.goBack();
  expect(query(page)).toBe('');
  await row.getByRole('link', { name: new RegExp(ratio(cell.ratio)) }).click();
  await expect(page).toHaveURL(/compare\.html\?run=.*&workload=Channel/);
  await expect(page.getByRole('heading', { level: 2, name: 'Channel' })).toBeVisible();
});

/** The geometric mean of the medians of a workload's benchmarks on a runtime. */
const mean = (workload: string, runtime: string) => {
  const own = run('trend').benchmarks.filter((b) => b.workload === workload && b.runtime === runtime);
  const logs = own.map((b) => Math.log(b.values['sec/op']?.center ?? Number.NaN));
  return Math.exp(logs.reduce((sum, v) => sum + v, 0) / logs.length);
};

test('the matrix has any runtime as its baseline, Go as a column, and the address holds it', async ({
  page,
}) => {
  await open(page, 'trend');
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption('jvm-25');
  expect(query(page)).toBe('?base=jvm-25');
  const section = page.getByRole('region', { name: 'Compared with jvm-25' });
  await expect(section.getByRole('columnheader', { name: 'go', exact: true })).toBeVisible();
  const heads = await section.getByRole('columnheader').allTextContents();
  expect(heads).toContain('go');
  expect(heads).not.toContain('jvm-25');
  const row = section.getByRole('row', { name: /^Channel/ });
  const want = ratio(mean('Channel', 'go') / mean('Channel', 'jvm-25'));
  await expect(row.getByRole('cell').nth(heads.indexOf('go') - 1)).toContainText(want);
  await expect(section.locator('.heat-key')).toContainText('ahead of jvm-25');
  await expect(section.getByRole('link', { name: 'Each benchmark by itself' })).toHaveAttribute(
    'href',
    './differences.html?by=runtimes&base=jvm-25',
  );
  await page.reload();
  await expect(row).toContainText(want);
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption('go');
  expect(query(page)).toBe('');
  await expect(page.getByRole('region', { name: 'Compared with Go' })).toBeVisible();
});

test('measured values stand beside the ratios, those of the baseline among them', async ({ page }) => {
  await open(page, 'trend');
  const section = page.getByRole('region', { name: 'Compared with Go' });
  await expect(section.getByRole('button', { name: 'go', exact: true })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'measured values' }).check();
  expect(query(page)).toBe('?values=measured');
  await section.getByRole('button', { name: 'go', exact: true }).click();
  await expect.poll(() => query(page)).toBe('?sort=-go&values=measured');
  const heads = await section.getByRole('columnheader').allTextContents();
  const at = (name: string) => heads.findIndex((h) => h.startsWith(name)) - 1;
  const cells = section.getByRole('row', { name: /^MatMul/ }).getByRole('cell');
  await expect(cells.nth(at('go'))).toContainText(quantity(mean('MatMul', 'go'), 'sec/op'));
  await expect(cells.nth(at('go'))).toContainText('baseline');
  const other = cells.nth(at('jvm-17'));
  await expect(other).toContainText(quantity(mean('MatMul', 'jvm-17'), 'sec/op'));
  const cell = trend.matrix.find((c) => c.workload === 'MatMul' && c.runtime === 'jvm-17' && c.first);
  await expect(other).toContainText(ratio(cell?.ratio ?? 0));
  // Sorted by what is shown: the longest time first.
  const longest = [...new Set(trend.matrix.map((c) => c.workload))].sort(
    (a, b) => mean(b, 'go') - mean(a, 'go'),
  );
  await expect(section.locator('tbody tr').first()).toContainText(longest[0] ?? '');
});

test.describe('a run of the matrix that can’t be read', () => {
  test.use({ missing: ['.json.gz'] });
  test('is said in the place of the table, and the rest of the page is there', async ({ page }) => {
    await open(
      page,
      (file) => (file.startsWith('runs/main') ? undefined : published('trend', file)),
      'index.html?base=jvm-25',
    );
    const section = page.getByRole('region', { name: 'Compared with jvm-25' });
    await expect(section.getByRole('alert')).toContainText('not found');
    await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible();
    await section.getByRole('combobox', { name: 'Baseline' }).selectOption('go');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('the header tells the age of the data and the measured rate of false alarms', async ({ page }) => {
  await page.clock.setFixedTime(new Date(Date.parse(trend.runs[0]?.date ?? '') + 3 * 3600_000 + 1000));
  await open(page, 'trend');
  await expect(page.locator('.status')).toContainText('3 hours old');
  await expect(page.locator('.status .mark')).toHaveCount(0);
  await expect(page.locator('.status')).toContainText('4 in 1,000 simulated reports');
  await expect(page.locator('.status')).toContainText('at most 0.9\u202f%');
  await page.getByLabel('How this rate was measured').click();
  await page.getByRole('link', { name: 'recorded 10 Jan 2025' }).click();
  await expect(page.locator('tr.chosen')).toContainText('calibrate');
});

test('data that is older than a week is marked, however new a manual run is', async ({ page }) => {
  const newest = trend.newest ?? trend.runs[0];
  await page.clock.setFixedTime(new Date(Date.parse(newest?.date ?? '') + 9 * 86_400_000));
  await open(page, (file) => {
    if (file !== 'index.json') return published('trend', file);
    const value = JSON.parse(golden('trend', file));
    const manual = {
      ...value.runs[0],
      id: 'manual/2025/02/aaaaaaa-9-1',
      kind: 'manual',
      date: '2027-01-01T00:00:00Z',
    };
    return JSON.stringify({ ...value, runs: [manual, ...value.runs] });
  });
  await expect(page.locator('.status')).toContainText('9 days old');
  await expect(page.locator('.status .mark')).toHaveText('older than a week');
  await page.getByRole('link', { name: '9 days old' }).click();
  await expect(page).toHaveURL(/compare\.html\?run=main\/2025/);
});

test('the search box finds a benchmark as one types, by key alone', async ({ page }) => {
  await open(page, 'trend');
  const box = page.getByRole('combobox', { name: 'Find a benchmark' });
  await box.fill('matmul jvm');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveCount(2);
  for (const text of await options.allTextContents()) expect(text).toMatch(/jvm-\d+ MatMul/);
  await box.press('ArrowDown');
  const second = await options.nth(1).textContent();
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page).toHaveURL(/trends\.html\?s=jvm-\d+\/MatMul/);
  await expect(page.getByRole('heading', { level: 2, name: second?.trim() ?? '' })).toBeVisible();
});

test('a word that no benchmark has is said', async ({ page }) => {
  await open(page, 'trend');
  await page.getByRole('combobox', { name: 'Find a benchmark' }).fill('zzz');
  await expect(page.getByText('No benchmark has all these words.')).toBeVisible();
});

test('one’s own machine, without a main branch: the matrix, and why nothing changed', async ({ page }) => {
  await open(page, 'tour');
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText(
    'The history has none yet',
  );
  await expect(page.getByRole('region', { name: 'Compared with Go' }).locator('tbody tr')).toHaveCount(1);
});

test('names are text, whatever they look like', async ({ page }) => {
  const evil = '<script>document.title=1</script>';
  await open(page, (file) => {
    const value = JSON.parse(golden('trend', file));
    value.trends.runtimes[0] = evil;
    for (const c of value.trends.changes) c.subject = evil;
    for (const c of value.matrix) if (c.runtime === 'jvm-17') c.runtime = evil;
    return JSON.stringify(value);
  });
  await expect(page.locator('.change-group').first()).toContainText(evil);
  await expect(page.getByRole('region', { name: 'Compared with Go' })).toContainText(evil);
  expect(await page.locator('#app script').count()).toBe(0);
});

test('an address of a repository that is no web page is refused', async ({ page }) => {
  await open(page, (file) =>
    JSON.stringify({ ...JSON.parse(golden('trend', file)), repository: 'javascript:alert(1)' }),
  );
  await expect(page.getByRole('alert')).toContainText('data/index.json');
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
});
