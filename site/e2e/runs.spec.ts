import { expect, golden, open, published, query, run, test } from './open.ts';

const newest = run('trend');
const { total, trends } = JSON.parse(golden('trend', 'index.json'));

test('every run is listed, newest first, and opened with environment, raw file and command', async ({
  page,
}) => {
  await open(page, 'trend', 'runs.html');
  await expect(page.locator('.toolbar')).toContainText(`of ${total}`);
  const table = page.getByRole('region', { name: 'Table: runs' });
  await table.locator('tbody tr').first().getByRole('button').click();
  expect(query(page)).toBe(`?run=${newest.id}`);
  const details = table.locator('.run-details');
  await expect(details).toContainText(newest.machine.cpu);
  await expect(details).toContainText(newest.environment.kernel ?? 'no kernel');
  await details.getByText('Reproduce these numbers').click();
  await expect(details).toContainText(`git show origin/bench-data:history/${newest.id}.txt.gz | zcat`);
  await expect(details).toContainText('benchstat -table');
  await expect(details.getByRole('link', { name: `${newest.id}.txt.gz` })).toHaveAttribute(
    'href',
    `https://github.com/owner/name/raw/bench-data/history/${newest.id}.txt.gz`,
  );
  await page.goBack();
  await expect(table.locator('.run-details')).toHaveCount(0);
});

test('files of the history that could not be shown are named, as text', async ({ page }) => {
  const reason = 'main/2026/01/x.txt.gz:3: <img src=x onerror=alert(1)>: want 0 or more';
  await open(
    page,
    (file) => {
      const body = published('trend', file);
      return file === 'index.json'
        ? JSON.stringify({ ...JSON.parse(String(body)), skipped: [{ id: 'main/2026/01/x', reason }] })
        : body;
    },
    'runs.html',
  );
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('1 file of the history left out');
  await expect(notice.getByRole('listitem')).toHaveText(reason);
  expect(await page.locator('#app img').count()).toBe(0);
});

test('kinds are chosen, and manual runs are there', async ({ page }) => {
  await open(page, 'sweep', 'runs.html');
  const kind = page.getByRole('combobox', { name: 'Kind' });
  await kind.selectOption('nightly');
  expect(query(page)).toBe('?kind=nightly');
  for (const row of await page.locator('tbody tr').allTextContents()) expect(row).toContain('nightly');
  await open(page, 'tour', 'runs.html');
  await expect(page.locator('tbody tr').first()).toContainText('manual');
});

test('a manual run has its note and a page of its own, and the note is text', async ({ page }) => {
  const note = 'why **so**? @everyone <script>document.title=1</script> <img src=x onerror=alert(1)>';
  const data = (file: string) => {
    const body = published('tour', file);
    if (file !== 'index.json' && !file.startsWith('runs/list')) return body;
    const value = JSON.parse(String(body));
    value.runs[0].note = note;
    return JSON.stringify(value);
  };
  await open(page, data, 'runs.html?kind=manual');
  const row = page.locator('tbody tr').first();
  await expect(row.locator('.note')).toHaveText(note);
  await row.getByRole('link', { name: 'charts' }).click();
  await expect(page).toHaveURL(/compare\.html\?run=manual\/2026\/11\/c0a3aff03045-20261120T135035Z-local$/);
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText(note);
  expect(await page.locator('#app script, #app img').count()).toBe(0);
});

test('a run without a file of its own leads to its trends', async ({ page }) => {
  await open(
    page,
    (file) => {
      const body = published('trend', file);
      if (!file.startsWith('runs/list')) return body;
      const list = JSON.parse(String(body));
      const last = list.runs.at(-1);
      delete last.file;
      last.place = trends.runs - 1;
      return JSON.stringify(list);
    },
    'runs.html',
  );
  await page.locator('tbody tr').first().getByRole('link', { name: 'charts' }).click();
  await expect(page).toHaveURL(new RegExp(`compare.html\\?place=${trends.runs - 1}$`));
  await expect(page.locator('table.results tbody td').first()).toContainText(/\d/);
});

test.describe('a list that can’t be read', () => {
  test.use({ missing: ['list-0.json.gz'] });
  test('says so, and shows the runs of the index', async ({ page }) => {
    await open(
      page,
      (file) => (file.startsWith('runs/list') ? undefined : published('trend', file)),
      'runs.html',
    );
    await expect(page.getByRole('alert')).toContainText('data/runs/list-0.json.gz: not found');
    await expect(page.locator('tbody tr').first()).toContainText('main');
  });
});
