import type { Page } from '@playwright/test';
import type { Benchmark } from '../src/data/run.ts';
import { quantity, ratio, spread } from '../src/ui/format.ts';
import { colours, drawn, expect, golden, open, published, query, run, saved, test } from './open.ts';

const titles = (page: Page) => page.locator('.card h3');

test('the first page shows the newest run: a card for each pattern, a line for each runtime', async ({
  page,
}) => {
  const tour = run('tour');
  const workload = tour.workloads[0];
  const patterns = workload?.parameters[0]?.values ?? [];
  await open(page, 'tour', 'compare.html');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare');
  await expect(page.getByRole('heading', { level: 2, name: workload?.name ?? '' })).toBeVisible();
  await expect(titles(page)).toHaveText(patterns);
  await expect(page.locator('.legend button[aria-pressed="true"]')).toHaveText(
    tour.runtimes.map((r) => r.name),
  );
  for (const count of await colours(page.locator('main'))) expect(count).toBeGreaterThan(10);
  await expect(page.locator('.card .story').first()).toContainText(
    /takes|as fast as|clear difference|samples/,
  );
  expect(query(page)).toBe('');
});

test('the table has the numbers of the file', async ({ page }) => {
  const tour = run('tour');
  await open(page, 'tour', 'compare.html');
  const table = page.locator('table.results');
  await expect(table.locator('thead th')).toHaveCount(1 + tour.runtimes.length);
  const rows = table.locator('tbody tr:not(.group)');
  await expect(rows).toHaveCount(new Set(tour.benchmarks.map((b) => b.name)).size);
  for (const [i, runtime] of tour.runtimes.entries()) {
    const first = tour.benchmarks.find((b) => b.runtime === runtime.name)?.values['sec/op'];
    if (!first) throw new Error('no value');
    const cell = rows.first().locator('td').nth(i);
    await expect(cell).toContainText(`${quantity(first.center, 'sec/op')} ${spread(first)}`);
    await expect(cell).toContainText(`n\u202f=\u202f${first.n}`);
  }
});

test('machine, environment, toolchains and flags stand under the numbers', async ({ page }) => {
  const tour = run('tour');
  await open(page, 'tour', 'compare.html');
  const section = page.getByRole('region', { name: 'Environment' });
  for (const text of [tour.machine.cpu, ...Object.values(tour.environment), tour.commit])
    await expect(section).toContainText(text);
  for (const r of tour.runtimes)
    await expect(section.getByRole('row', { name: r.name })).toContainText(r.toolchain);
  await section.getByText('Reproduce these numbers').click();
  await expect(section).toContainText(
    'benchstat -table goos,goarch,cpu,cores,pkg -col runtime,/exec -row .fullname -ignore round,',
  );
});

test('a choice goes into the address, survives a reload, and the back button takes it back', async ({
  page,
}) => {
  await open(page, 'tour', 'compare.html');
  const unit = page.getByRole('combobox', { name: 'Metric' });
  await unit.selectOption('B/op');
  expect(query(page)).toBe('?unit=B/op');
  await expect(page.getByRole('region', { name: /^Table: Bytes/ })).toBeVisible();
  await page.getByRole('radio', { name: 'ratio to go' }).check();
  expect(query(page)).toBe('?unit=B/op&as=ratio');
  await page.reload();
  await expect(unit).toHaveValue('B/op');
  await expect(page.getByRole('radio', { name: 'ratio to go' })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'measured' })).toBeChecked();
  await page.goBack();
  await expect(unit).toHaveValue('sec/op');
  expect(query(page)).toBe('');
});

test('the legend hides a series in charts and address, and keeps the focus', async ({ page }) => {
  await open(page, 'tour', 'compare.html');
  const button = page.locator('.legend').getByRole('button', { name: 'jvm-17' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(button).toBeFocused();
  expect(query(page)).toBe('?hide=jvm-17');
  await expect(page.locator('.card .story').first()).not.toContainText('jvm-17');
  await expect(page.locator('table.results thead')).toContainText('jvm-17');
  await page.goBack();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('the pointer and the arrow keys read the values of a point', async ({ page }) => {
  const tour = run('tour');
  await open(page, 'tour', 'compare.html');
  const chart = page.getByRole('group', { name: /^Chart of pattern/ }).first();
  const tip = chart.locator('.tip');
  await expect(tip).toBeHidden();
  await chart.hover({ position: { x: 100, y: 60 } });
  await expect(tip.locator('tr')).toHaveCount(tour.runtimes.length);
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tip).toContainText('workers = 1');
  await page.keyboard.press('ArrowRight');
  await expect(tip).toContainText('workers = 8');
  const value = tour.benchmarks.find((b) => b.parameters.workers === '8')?.values['sec/op'];
  if (!value) throw new Error('no value');
  await expect(tip).toContainText(quantity(value.center, 'sec/op'));
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
});

test('what failed, was skipped, unsteady or too few is said in words', async ({ page }) => {
  await open(page, 'sweep', 'compare.html?x=n');
  const notes = page.getByRole('list', { name: 'Notes' });
  await expect(notes).toContainText('kotlin-native was skipped: no konanc 2.4.20 found');
  await expect(notes).toContainText('jvm-17: 4 samples failed (exit status 3: java.lang.OutOfMemoryError');
  await expect(notes).toContainText('graal-jit-25: unsteady samples');
  await expect(notes).toContainText('fewer than 6 samples');
  const table = page.locator('table.results');
  await expect(table).toContainText('failed 4×: exit status 3: java.lang.OutOfMemoryError: Java heap space');
  await expect(table).toContainText('3 unsteady');
  await expect(table).toContainText('±\u202f∞');
  await expect(table.locator('thead')).toContainText('kotlin-native');
  await expect(table.getByText('skipped').first()).toBeVisible();
});

test('a sweep can be read as ratios, and a parameter spread over small charts', async ({ page }) => {
  await open(page, 'sweep', 'compare.html?x=n');
  await expect(
    page.getByRole('group', { name: 'x scale' }).getByRole('radio', { name: 'log' }),
  ).toBeChecked();
  await page.getByRole('radio', { name: 'ratio to go' }).check();
  expect(query(page)).toBe('?x=n&as=ratio');
  await page.getByRole('radio', { name: 'measured' }).check();
  await page.getByRole('combobox', { name: 'workers' }).selectOption('all');
  expect(query(page)).toBe('?x=n&p.workers=all');
  await expect(titles(page)).toHaveCount(30);
});

test('execs of one runtime are series of their own', async ({ page }) => {
  await open(page, 'sweep', 'compare.html?hide=jvm-25/event-loop');
  const legend = page.locator('.legend');
  await expect(legend.getByRole('button', { name: 'jvm-25 default' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(legend.getByRole('button', { name: 'jvm-25 event-loop' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('another run and another workload can be chosen', async ({ page }) => {
  await open(page, 'sweep', 'compare.html');
  await page.getByRole('combobox', { name: 'Workload' }).selectOption('PingPong');
  await expect(titles(page)).toHaveText(['PingPong']);
  const older = run('sweep', 1);
  await page.getByRole('combobox', { name: 'Run', exact: true }).selectOption(older.id);
  await expect(page.getByRole('heading', { level: 2, name: 'MatMul' })).toBeVisible();
  expect(query(page)).toContain(`run=${older.id}`);
  await page.goBack();
  await expect(titles(page)).toHaveText(['PingPong']);
});

test('the table is copied as text', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'tour', 'compare.html');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByRole('region', { name: 'Numbers' }).getByRole('status')).toContainText('Copied');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.split('\n')[0]).toContain('benchmark\tgo sec/op\tlow\thigh\tn');
});

test('names from the data are text, whatever they look like', async ({ page }) => {
  const evil = '<img src=x onerror="document.title=1">';
  await open(
    page,
    (file) =>
      golden('tour', file)
        .replaceAll('"jvm-17"', JSON.stringify(evil))
        .replaceAll('"fan"', JSON.stringify(evil)),
    'compare.html',
  );
  await expect(page.locator('.legend')).toContainText(evil);
  await expect(titles(page).first()).toHaveText(evil);
  expect(await page.locator('#app img').count()).toBe(0);
});

test('ratios are to the series that the reader chose, in charts, table and address', async ({ page }) => {
  await open(page, 'tour', 'compare.html');
  const tour = run('tour');
  const [first, second, third] = tour.runtimes.map((r) => r.name);
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption(second as string);
  expect(query(page)).toBe(`?to=${second}`);
  await page.getByRole('combobox', { name: 'Values' }).selectOption('ratio');
  await expect(page.getByRole('region', { name: 'Numbers' })).toContainText(`the ratio to ${second}`);
  const name = tour.benchmarks[0]?.name;
  const of = (runtime: string | undefined) =>
    tour.benchmarks.find((b) => b.runtime === runtime && b.name === name);
  const cells = page.locator('table.results tbody tr:not(.group)').first().locator('td');
  const baseline = of(second)?.values['sec/op'];
  for (const [column, runtime] of [first, second, third].entries()) {
    const benchmark = of(runtime);
    const value = benchmark?.values['sec/op'];
    if (runtime === second || !value || 2 * (benchmark?.unsteady ?? 0) >= value.n) {
      await expect(cells.nth(column)).not.toContainText('×'); // of the baseline itself, or of what never settled
    } else {
      await expect(cells.nth(column)).toContainText(ratio(value.center / (baseline?.center ?? 1)));
    }
  }
});

test('p is told of two columns of one job', async ({ page }) => {
  await open(page, 'tour', 'compare.html');
  await expect(page.locator('table.results tbody td').nth(1)).toContainText(/p\u202f[=<]\u202f0\.\d{3}/);
});

test('two runs stand side by side: values, a ratio on one machine, no p of two jobs', async ({ page }) => {
  const [a, b] = [run('trend', 0), run('trend', 1)];
  await open(page, 'trend', `compare.html?run=${a.id}`);
  await page.getByRole('combobox', { name: 'Second run' }).selectOption(b.id);
  expect(query(page)).toBe(`?run=${a.id}&with=${b.id}`);
  const mark = `go @ ${b.commit.slice(0, 8)}`;
  await expect(page.locator('.legend').getByRole('button', { name: mark })).toBeVisible();
  const table = page.locator('table.results');
  const at = (await table.locator('thead th').allTextContents()).indexOf(mark);
  const cell = table
    .locator('tbody tr:not(.group)')
    .first()
    .locator('td')
    .nth(at - 1);
  const same = JSON.stringify(a.machine) === JSON.stringify(b.machine);
  if (same) await expect(cell).toContainText('×');
  else await expect(cell).not.toContainText('×');
  await expect(cell).not.toContainText('p\u202f');
  await expect(page.locator('.environment')).toContainText(mark);
});

test('an older run is put together from the trends', async ({ page }) => {
  await open(page, 'trend', 'compare.html?place=10&workload=Channel');
  await expect(page.getByRole('heading', { level: 2, name: 'Channel' })).toBeVisible();
  await expect(page.locator('table.results tbody td').first()).toContainText(/\d/);
  await expect(page.locator('.run')).toContainText('from its trends');
  await page.getByRole('combobox', { name: 'Workload' }).selectOption('MatMul');
  await expect(page.getByRole('heading', { level: 2, name: 'MatMul' })).toBeVisible();
  expect(query(page)).toBe('?place=10&workload=MatMul');
});

test('a run that is not here is said, not replaced in silence', async ({ page }) => {
  await open(page, 'tour', 'compare.html?run=main/2020/01/gone');
  await expect(page.getByRole('alert')).toContainText('main/2020/01/gone: no such run here');
});

test('each chart is saved as a picture, a table and results', async ({ page }) => {
  await open(page, 'tour', 'compare.html');
  const card = page.locator('.card').first();
  const drawing = await drawn(page, (await saved(page, card, 'SVG')).toString());
  expect(drawing.texts).toEqual(expect.arrayContaining(['workers', 'go']));
  expect(drawing.shapes).toBeGreaterThan(5);
  expect((await saved(page, card, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  const tour = run('tour');
  const table = (await saved(page, card, 'CSV')).toString();
  expect(table.split('\r\n')[0]).toContain('benchmark,go sec/op,low,high,n');
  const results = (await saved(page, card, 'Go benchmark format')).toString();
  const first = tour.benchmarks[0];
  expect(results).toContain(`cpu: ${tour.machine.cpu}`);
  for (const sample of first?.values['sec/op']?.samples ?? [])
    expect(results).toContain(` 1 ${sample} sec/op`);
});

test('one x value is a dot plot: a line a series, the best first, saved as a picture', async ({ page }) => {
  for (const better of ['lower', 'higher']) {
    await open(
      page,
      (file) => {
        const body = published('tour', file);
        if (body === undefined || !file.startsWith('runs/manual')) return body;
        const tour = JSON.parse(body.toString());
        tour.benchmarks = tour.benchmarks.filter((b: Benchmark) => b.parameters.workers === '8');
        for (const unit of tour.units) unit.better = better;
        return JSON.stringify(tour);
      },
      'compare.html',
    );
    const card = page.locator('.card').first();
    await expect(card.locator('.dots li')).toHaveCount(3);
    const places = await card
      .locator('.dots-mark')
      .evaluateAll((marks) => marks.map((m) => Number.parseFloat(m.getAttribute('x') ?? '')));
    const turn = better === 'lower' ? 1 : -1;
    expect(places, better).toEqual([...places].sort((a, b) => turn * (a - b)));
    const picture = (await saved(page, card, 'SVG')).toString();
    for (const name of ['go', 'jvm-17', 'jvm-25']) expect(picture).toContain(`>${name}</text>`);
    await page.unrouteAll();
  }
  const legend = page.getByRole('button', { name: 'jvm-17', exact: true });
  await legend.hover();
  await expect(page.locator('.card').first().locator('.dots li.faded')).toHaveCount(2);
  await legend.click();
  await expect(page.locator('.card').first().locator('.dots li')).toHaveCount(2);
});

test.describe('without data', () => {
  test.use({ missing: ['data/index.json', 'data/runs/gone.json'] });

  const tour = JSON.parse(golden('tour', 'index.json'));
  const cases: [string, (file: string) => string | undefined, string][] = [
    ['no index', () => undefined, 'make bench'],
    ['no runs', () => JSON.stringify({ version: 1, runs: [] }), 'make bench'],
    ['no JSON', () => '<!doctype html>', 'data/index.json: '],
    ['other version', () => JSON.stringify({ version: 9, runs: [] }), 'version 9, this page reads version 1'],
    [
      'other shape',
      () => JSON.stringify({ version: 1, runs: [{}] }),
      'data/index.json.runs[0].id: got nothing, want a string',
    ],
    [
      'a run that is not there',
      (file) =>
        file === 'index.json'
          ? JSON.stringify({ ...tour, runs: [{ ...tour.runs[0], file: 'runs/gone.json' }] })
          : undefined,
      'data/runs/gone.json: not found',
    ],
    [
      'a run without benchmarks',
      (file) =>
        file === 'index.json'
          ? golden('tour', file)
          : JSON.stringify({ ...JSON.parse(golden('tour', file)), benchmarks: [] }),
      'make bench',
    ],
  ];
  for (const [name, answer, want] of cases)
    test(name, async ({ page }) => {
      await open(page, answer, 'compare.html');
      await expect(page.getByRole('alert')).toContainText(want);
    });
});
