import type { Page } from '@playwright/test';
import { axisOf } from '../src/data/axis.ts';
import { seriesOf } from '../src/data/names.ts';
import { site } from '../src/data/site.ts';
import { shortCpu } from '../src/ui/format.ts';
import { expect, golden, open, published, query, saved, test } from './open.ts';

const index = site(JSON.parse(golden('trend', 'index.json')), 'trend');
const axis = axisOf(JSON.parse(golden('trend', 'trends/axis.json')), 'axis');
const series = seriesOf(index.trends);
const commits: { hash: string[]; author: string[]; subject: string[] } = JSON.parse(
  golden('trend', 'trends/commits-0.json'),
);
const charts = (page: Page) => page.getByRole('group', { name: /^Trend of/ });
const chart = (page: Page) => charts(page).first();
const pick = (runtime: string, workload: string) =>
  series.find((s) => s.runtime === runtime && s.workload === workload)?.key ?? '';
const GO = pick('go', 'MatMul');
const JVM = pick('jvm-25', 'MatMul');
const address = (...keys: string[]) => `trends.html?${keys.map((k) => `s=${k}`).join('&')}`;

/** How many colours the chart has: a blank one has one. */
const colours = (page: Page) =>
  chart(page)
    .locator('canvas')
    .evaluate((canvas) => {
      const c = canvas as HTMLCanvasElement;
      const pixels = c.getContext('2d')?.getImageData(0, 0, c.width, c.height).data ?? [];
      const seen = new Set<number>();
      for (let i = 0; i < pixels.length; i += 4)
        seen.add(((pixels[i] ?? 0) << 16) | ((pixels[i + 1] ?? 0) << 8) | (pixels[i + 2] ?? 0));
      return seen.size;
    });

/** What the nth chart shows, as a picture. */
const picture = (page: Page, nth: number) =>
  charts(page)
    .nth(nth)
    .locator('canvas')
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

test('a trend has a chart for each machine, its change points in a table, and its newest values', async ({
  page,
}) => {
  await open(page, 'trend', address(GO));
  await expect(charts(page)).toHaveCount(2);
  const names = index.trends.machines.map((m) => shortCpu(m.cpu));
  await expect(page.locator('.facet-head h3')).toHaveText(names);
  for (const [i, name] of names.entries())
    await expect(charts(page).nth(i)).toHaveAttribute('aria-label', new RegExp(` on ${name}: 1 line, `));
  expect(await colours(page)).toBeGreaterThan(10);
  await expect(page.getByRole('list', { name: 'Lines' }).getByRole('button')).toHaveCount(1);
  const rows = page.getByRole('region', { name: 'Table: newest values' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('n\u202f=\u202f6');
});

test('what is done to the chart of one machine is done to all: range, cross-hair, hidden lines', async ({
  page,
}) => {
  await open(page, 'trend', address(GO, JVM));
  const before = await picture(page, 1);
  await chart(page).hover({ position: { x: 400, y: 90 } });
  await expect(chart(page).locator('.tip')).toBeVisible();
  await expect(charts(page).nth(1).locator('.tip')).toBeHidden();
  await expect.poll(() => picture(page, 1)).not.toBe(before);
  await page.mouse.move(0, 0);
  await expect.poll(() => picture(page, 1)).toBe(before);
  // Each tells of its own machine.
  await charts(page)
    .nth(1)
    .hover({ position: { x: 400, y: 90 } });
  await expect(charts(page).nth(1).locator('.tip')).toContainText(
    shortCpu(index.trends.machines[1]?.cpu ?? ''),
  );
  await charts(page).nth(1).focus();
  await page.keyboard.press('+');
  await expect.poll(() => query(page)).toContain('&x=');
  const zoomed = query(page);
  await page.reload();
  await expect(charts(page)).toHaveCount(2);
  expect(query(page)).toBe(zoomed);
  await page.getByRole('list', { name: 'Lines' }).getByRole('button', { pressed: true }).first().click();
  for (const nth of [0, 1]) await expect(charts(page).nth(nth)).toHaveAttribute('aria-label', /: 1 line, /);
});

test('the chart of each machine is saved by itself', async ({ page }) => {
  await open(page, 'trend', address(GO));
  for (const machine of [0, 1]) {
    const runs = axis.machine.reduce((n, m) => n + (m === machine ? 1 : 0), 0);
    const rows = (await saved(page, page.locator('.facet-head').nth(machine), 'CSV')).toString().trim();
    expect(rows.split('\r\n').length).toBe(runs + 1);
    await page.keyboard.press('Escape');
  }
});

test('a runtime has one colour on all machines, and another than the other runtimes', async ({ page }) => {
  await open(page, 'trend', address(GO, JVM));
  const colours = await page
    .getByRole('region', { name: 'Table: newest values' })
    .locator('.swatch')
    .evaluateAll((all) => all.map((e) => getComputedStyle(e).color));
  expect(colours.length).toBe(4);
  expect(colours[1]).toBe(colours[0]);
  expect(colours[3]).toBe(colours[2]);
  expect(colours[2]).not.toBe(colours[0]);
});

test('without a choice the page opens with the newest change', async ({ page }) => {
  await open(page, 'trend', 'trends.html');
  const newest = series[index.trends.changes[0]?.series ?? 0];
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(newest?.runtime ?? '');
  expect(query(page)).toBe('');
});

test('the pointer reads value, commit message and author; a click pins them with links', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&m=0`);
  await chart(page).hover({ position: { x: 400, y: 120 } });
  const tip = chart(page).locator('.tip');
  await expect(tip).toBeVisible();
  await expect(tip.locator('.tip-subject')).toHaveText(/\(#\d+\)$/);
  const subject = (await tip.locator('.tip-subject').textContent()) ?? '';
  const place = commits.subject.indexOf(subject);
  await expect(tip).toContainText(commits.author[place] ?? 'nobody');
  await expect(tip).toContainText(commits.hash[place]?.slice(0, 8) ?? '');
  await expect(tip).toContainText(/\d ms|\u202fms/);
  await expect(tip.getByRole('link')).toHaveCount(0);
  await chart(page).click({ position: { x: 400, y: 120 } });
  await expect(tip.getByRole('link', { name: 'commit', exact: true })).toHaveAttribute(
    'href',
    `https://github.com/owner/name/commit/${commits.hash[place]}`,
  );
  expect(query(page)).toContain(`&at=${place}`);
  // It stays while the pointer moves on, and another click takes it off.
  await chart(page).hover({ position: { x: 700, y: 200 } });
  await expect(tip.locator('.tip-subject')).toHaveText(subject);
  await tip.getByRole('link', { name: 'before/after' }).click();
  await expect(page).toHaveURL(/differences\.html\?a=\d+&b=\d+&m=0$/);
  await expect(page.getByRole('status').filter({ hasText: 'slower' })).toBeVisible();
});

test('a double click only zooms out', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&m=0&x=20-60`);
  const pages = page.context().pages().length;
  await chart(page).dblclick({ position: { x: 400, y: 200 } });
  await expect.poll(() => query(page)).toBe(`?s=${GO}&m=0`);
  await expect(chart(page).locator('.tip a').first()).toBeHidden();
  expect(page.context().pages().length).toBe(pages);
});

test('presets show the last days, y begins at zero, and the strip under the chart moves the range', async ({
  page,
}) => {
  await open(page, 'trend', `${address(GO)}&m=0`);
  await page.getByRole('button', { name: 'The last 7 days' }).click();
  expect(query(page)).toBe(`?s=${GO}&m=0&x=7d`);
  await page.getByRole('radio', { name: 'from zero' }).check();
  expect(query(page)).toBe(`?s=${GO}&m=0&y=zero&x=7d`);
  expect((await saved(page, page.locator('.trend-card'), 'SVG')).toString()).toMatch(/>0<\/text>/);
  const strip = page.getByRole('group', { name: /^All commits: drag/ });
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  if (!box) throw new Error('no strip');
  const history = await page.evaluate(() => window.history.length);
  await page.mouse.move(box.x + 300, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 25, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => query(page)).toMatch(/&x=\d+-\d+$/);
  const range = query(page);
  await page.mouse.move(box.x + 400, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 600, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => query(page)).not.toBe(range);
  expect(await page.evaluate(() => window.history.length)).toBe(history);
});

test('a change is put between two commits, with all that lie between', async ({ page }) => {
  const c = index.trends.changes.find((x) => {
    const s = index.trends.spans[x.span];
    return s !== undefined && s.to - s.from > 1;
  });
  const span = index.trends.spans[c?.span ?? -1];
  if (!c || !span) throw new Error('no change over several commits');
  await open(page, 'trend', `${address(series[c.series]?.key ?? '')}&m=${c.machine}`);
  const row = page
    .getByRole('region', { name: 'Changes' })
    .locator('tbody tr')
    .filter({ hasText: span.head.slice(0, 8) });
  await expect(row).toContainText(`between ${span.base.slice(0, 8)} and ${span.head.slice(0, 8)}`);
  for (const between of span.commits)
    await expect(row.locator('li', { hasText: between.hash.slice(0, 8) })).toContainText(between.subject);
  await row.getByRole('link', { name: 'before/after' }).click();
  await expect(page).toHaveURL(
    new RegExp(`differences\\.html\\?a=${span.from}&b=${span.to}&m=${c.machine}$`),
  );
});

test('unsteady values have a ring', async ({ page }) => {
  const ring = /M4\.5,0A4\.5/g;
  let rings = 0;
  for (const s of series) {
    await open(page, 'trend', `${address(s.key)}&m=0`);
    rings += (await saved(page, page.locator('.trend-card'), 'SVG')).toString().match(ring)?.length ?? 0;
    if (rings > 0) break;
  }
  expect(rings).toBeGreaterThan(0);
});

test('/ goes to the search, ? tells the keys, and the link is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'trend', `${address(GO)}&m=0`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.locator('body').press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Page Up');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.locator('body').press('/');
  await expect(page.getByRole('combobox', { name: 'Add a benchmark' })).toBeFocused();
});

test('dragging zooms, and the address holds the range without filling the history', async ({ page }) => {
  await open(page, 'trend', address(GO));
  const box = await chart(page).boundingBox();
  if (!box) throw new Error('no chart');
  const before = await page.evaluate(() => history.length);
  await page.mouse.move(box.x + 300, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 120, { steps: 4 });
  await expect(chart(page).locator('.brush')).toBeVisible();
  await page.mouse.up();
  await expect.poll(() => query(page)).toMatch(/&x=\d+-\d+$/);
  const zoomed = query(page);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(box.x + 350, box.y + 120, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect.poll(() => query(page)).not.toBe(zoomed);
  expect(await page.evaluate(() => history.length)).toBe(before);
  await page.goto(`./${address(GO)}&x=20-60`);
  await expect(chart(page)).toBeVisible();
  await page.getByRole('button', { name: 'All commits' }).click();
  expect(query(page)).toBe(`?s=${GO}`);
});

test('everything the pointer does, keys do too', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&m=0`);
  await chart(page).focus();
  const tip = chart(page).locator('.tip');
  await page.keyboard.press('ArrowRight');
  await expect(tip.locator('.tip-subject')).toBeVisible();
  const first = await tip.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(tip).not.toHaveText(first ?? '');
  await page.keyboard.press('+');
  await expect.poll(() => query(page)).toContain('&x=');
  await page.keyboard.press('0');
  await expect.poll(() => query(page)).not.toContain('&x=');
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  const changed = index.trends.changes.find((c) => series[c.series]?.key === GO && c.machine === 0);
  if (changed) {
    await page.keyboard.press('PageUp');
    await expect(tip).toContainText(/slower|faster/);
  }
});

test('several series are overlaid, found in the search box, hidden and removed', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&m=0`);
  await page.getByRole('combobox', { name: 'Add a benchmark' }).fill(JVM.replaceAll('/', ' '));
  await page.getByRole('option').first().click();
  expect(query(page)).toBe(`?s=${GO}&s=${JVM}&m=0`);
  const lines = page.getByRole('list', { name: 'Lines' });
  await expect(lines.getByRole('button', { pressed: true })).toHaveCount(2);
  await lines.getByRole('button', { pressed: true }).first().click();
  expect(query(page)).toContain('&hide=');
  await page.goBack();
  await page.getByRole('button', { name: `Remove ${GO}` }).click();
  expect(query(page)).toBe(`?s=${JVM}&m=0`);
});

test('values are read as measured, as ratio to the ruler, and as ratio to their start', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&m=0`);
  const newest = page.getByRole('region', { name: 'Table: newest values' });
  await expect(newest).toContainText('ms');
  await page.getByRole('radio', { name: 'relative to the ruler' }).check();
  expect(query(page)).toContain('as=ruler');
  await expect(newest).toContainText(/\d\u202fM/);
  await page.getByRole('radio', { name: 'relative to the start' }).check();
  await expect(newest).toContainText(/[01]\.\d\d×/);
  await page.getByRole('group', { name: 'y scale' }).getByRole('radio', { name: 'log' }).check();
  expect(query(page)).toContain('y=log');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'relative to the start' })).toBeChecked();
});

test('one machine is chosen among several', async ({ page }) => {
  await open(page, 'trend', address(GO));
  await page.getByRole('combobox', { name: 'Machine' }).selectOption('1');
  expect(query(page)).toBe(`?s=${GO}&m=1`);
  await expect(page.getByRole('list', { name: 'Lines' }).getByRole('button')).toHaveCount(1);
  const runs = axis.machine.reduce((n, m) => n + (m === 1 ? 1 : 0), 0);
  await expect(
    page.getByRole('region', { name: 'Table: newest values' }).locator('tbody td').nth(2),
  ).toHaveText(String(runs));
});

test('an updated toolchain is told where it first shows', async ({ page }) => {
  const on = axis.onMachine[0] ?? [];
  const toolchain = (place: number) =>
    axis.environments[axis.environment[place] as number]?.runtimes.go?.toolchain;
  const i = on.findIndex((place, n) => n > 0 && toolchain(place) !== toolchain(on[n - 1] as number));
  expect(i).toBeGreaterThan(0);
  const place = on[i] as number;
  await open(page, 'trend', `${address(GO)}&m=0&at=${axis.commit[place]}`);
  await expect(chart(page).locator('.tip')).toContainText(
    `toolchain ${toolchain(on[i - 1] as number)} → ${toolchain(place)}`,
  );
});

test('the chart is saved as SVG, PNG, CSV and results', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&m=0`);
  const card = page.locator('.trend-card');
  const drawing = (await saved(page, card, 'SVG')).toString();
  expect(drawing).toMatch(/^<svg xmlns/);
  expect(drawing).toContain('<path');
  expect(drawing).toContain('</svg>');
  expect((await saved(page, card, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  const runs = axis.machine.reduce((n, m) => n + (m === 0 ? 1 : 0), 0);
  const rows = (await saved(page, card, 'CSV')).toString().trim().split('\r\n');
  expect(rows.length).toBe(runs + 1);
  expect(rows[1]).toContain(commits.hash.find((h) => rows[1]?.startsWith(h)) ?? 'no hash');
  const results = (await saved(page, card, 'Go benchmark format')).toString();
  expect(results).toContain('Unit sec/op better=lower');
  expect(results.match(/^BenchmarkMatMul\/.* 1 [\d.e-]+ sec\/op$/gm)?.length).toBe(runs);
});

test.describe('a shard that can’t be read', () => {
  test.use({ missing: ['.bin'] });
  const number = series.find((s) => s.key === JVM)?.number;
  const broken = `trends/${number}.bin`;
  const bytes = published('trend', broken) as Buffer;
  const newer = Buffer.from(bytes);
  newer[4] = 9;
  const cases: [string, Buffer | undefined, string][] = [
    ['missing', undefined, `data/${broken}: not found`],
    ['cut short', bytes.subarray(0, bytes.length - 40), 'cut short, or damaged'],
    ['cut in its header', bytes.subarray(0, 20), 'cut short, or a damaged header'],
    ['empty', Buffer.alloc(0), 'no shard'],
    ['a page of something else', Buffer.from('<!doctype html>'), 'no shard'],
    ['newer', newer, 'version 9, this page reads version 2'],
    ['another’s', published('trend', 'trends/0.bin') as Buffer, 'load it again'],
  ];
  for (const [name, body, want] of cases)
    test(`${name}: says so in its place, and the rest works`, async ({ page }) => {
      await open(
        page,
        (file) => (file === broken ? body : published('trend', file)),
        `${address(GO, JVM)}&m=0`,
      );
      await expect(page.getByRole('alert')).toContainText(want);
      await expect(
        page.getByRole('list', { name: 'Lines' }).getByRole('button', { pressed: true }),
      ).toHaveCount(1);
      expect(await colours(page)).toBeGreaterThan(10);
    });
});

test.describe('commits that can’t be read', () => {
  test.use({ missing: ['.json.gz'] });
  test('values are told all the same', async ({ page }) => {
    await open(
      page,
      (file) => (file.startsWith('trends/commits') ? undefined : published('trend', file)),
      `${address(GO)}&m=0`,
    );
    await chart(page).hover({ position: { x: 400, y: 120 } });
    await expect(chart(page).locator('.tip')).toContainText('commit ');
    await expect(chart(page).locator('.tip')).toContainText('ms');
  });
});

test('a benchmark that is not there is said', async ({ page }) => {
  await open(page, 'trend', `${address(GO)}&s=go/Gone<script>`);
  await expect(page.getByRole('alert')).toContainText('go/Gone<script>: no such benchmark');
});

test('a commit’s message is text, whatever it looks like', async ({ page }) => {
  const evil = '<img src=x onerror=alert(1)>';
  await open(
    page,
    (file) => {
      const body = published('trend', file);
      if (!file.startsWith('trends/commits') || typeof body !== 'string') return body;
      const value = JSON.parse(body);
      return JSON.stringify({ ...value, subject: value.subject.map(() => evil) });
    },
    `${address(GO)}&m=0`,
  );
  await chart(page).hover({ position: { x: 400, y: 120 } });
  await expect(chart(page).locator('.tip')).toContainText(evil);
  expect(await page.locator('#app img').count()).toBe(0);
});

test('the axis that is missing is said', async ({ page }) => {
  await open(
    page,
    (file) => (file.startsWith('trends/axis') ? '{"version":7}' : published('trend', file)),
    'trends.html',
  );
  await expect(page.getByRole('alert')).toContainText('version 7, this page reads version 1');
});
