import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Route } from '@playwright/test';
import { site } from '../src/data/site.ts';
import { expect, golden, open, published, run, test } from './open.ts';

const judged = () =>
  site(JSON.parse(golden('self', 'index.json')), 'self').runs.find((r) => r.kind === 'manual');

const TEXTS = [
  'suite.html',
  'method.html',
  'glossary.html',
  'architecture.html',
  'pipeline.html',
  'security.html',
];
const VIEWS: [set: string, address: string][] = [
  ['tour', ''],
  ['trend', ''],
  ['tour', 'compare.html'],
  ['sweep', 'compare.html?x=n'],
  ['cold', 'compare.html'],
  ['self', ''],
  ['trend', 'index.html?base=jvm-25&values=measured'],
  ['self', 'compare.html?run=SELF'],
  ['trend', 'trends.html'],
  ['tour', 'trends.html'],
  ['trend', 'list.html'],
  ['tour', 'list.html'],
  ['trend', 'differences.html'],
  ['tour', 'differences.html'],
  ['sweep', 'differences.html'],
  ['trend', 'runs.html?run=main/2025/01/RUN'],
  ['cold', 'cold.html'],
  ['tour', 'cold.html'],
  ['study', 'study.html'],
  ['tour', 'study.html'],
  ...TEXTS.map((address): [string, string] => ['tour', address]),
];

test('every page is linked from every page, and knows where it is', async ({ page }) => {
  await open(page, 'tour');
  for (const name of [
    'Compare',
    'Trends',
    'All trends',
    'Differences',
    'Cold start',
    'Runs',
    'Studies',
    'Method',
    'Glossary',
    'Overview',
  ]) {
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('the site works under any path: no address in it is absolute', () => {
  const dist = new URL('../dist/', import.meta.url);
  const files = readdirSync(dist).filter((file) => file.endsWith('.html'));
  expect(files.length).toBe(14);
  for (const file of files) {
    const html = readFileSync(new URL(file, dist), 'utf8');
    expect(html, file).not.toMatch(/(src|href)="\//);
    expect(html, file).toContain("default-src 'none'");
    expect(html, file).not.toMatch(/<!--(head|header|app|footer|content)/);
  }
});

test('the site works below a path', async ({ page, baseURL }) => {
  await page.route('**/owner/name/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/owner/name/', '');
    const data = /^data\/(.*?)(\.gz)?$/.exec(path);
    if (data) return route.fulfill({ body: published('trend', data[1] ?? '') ?? '' });
    return route.fulfill({ response: await route.fetch({ url: `${baseURL}${path}` }) });
  });
  for (const [name, heading] of [
    ['index.html', 'Recent changes'],
    ['trends.html', 'Newest values'],
    ['compare.html', 'Numbers'],
  ] as const) {
    await page.goto(`owner/name/${name}`);
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
  await expect(page).toHaveURL(/\/owner\/name\/runs\.html$/);
  await expect(page.locator('tbody tr').first()).toBeVisible();
});

test('what the first page loads is little: no chart, no trend', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await open(page, 'trend');
  expect(files.filter((f) => f.includes('/data/'))).toEqual(['/data/index.json']);
  const script = files
    .filter((f) => f.endsWith('.js'))
    .map((f) => readFileSync(new URL(`../dist${f}`, import.meta.url)));
  expect(script.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(40_000);
  expect(script.some((text) => text.includes('getContext'))).toBe(false);
});

for (const [set, template] of VIEWS) {
  const address = template.replace('main/2025/01/RUN', run('trend').id).replace('SELF', judged()?.id ?? '');
  // A browser that zooms to 200 % lays a page out at half the width.
  test(`no page scrolls sideways, from 320 to 2,560 pixels, nor is cut in print: ${set} ${address}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await open(page, set, address);
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const width of [320, 360, 640, 768, 1024, 1360, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(beyond, `at ${width} pixels`).toBeLessThanOrEqual(0);
    }
    // A4 without its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await expect.poll(beyond, 'in print').toBeLessThanOrEqual(0);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(() => {
      // Only to bring the checker in: every other test runs with the policy in force.
      test.use({ bypassCSP: true });
      test(`${colorScheme} ${set} ${address} can be used by everybody (axe)`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await open(page, set, address);
        await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
        const found = await page.evaluate(async () => {
          const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
          return (await axe.run()).violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`);
        });
        expect(found).toEqual([]);
      });
    });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const background = 'rgb(14, 17, 23)';

test('dark follows the system, and the button overrides it for good and on every page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, 'tour');
  await expect(page.locator('body')).toHaveCSS('background-color', background);
  await page.getByRole('button', { name: 'Change to the light theme' }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(245, 246, 248)');
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(245, 246, 248)');
  await page.goto('./glossary.html');
  await page.getByRole('button', { name: 'Change to the dark theme' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('body')).toHaveCSS('background-color', background);
});

test('paper is light', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await open(page, 'tour', 'compare.html');
  await expect(page.locator('.card').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('.toolbar').first()).toBeHidden();
  await expect(page.locator('.hint').first()).toBeHidden();
});

test.describe('data that does not come', () => {
  test.use({ missing: ['data/index.json'] });
  const troubles: [what: string, answer: (route: Route) => Promise<void>, title: string][] = [
    ['no connection', (route) => route.abort(), 'No connection'],
    ['a server that fails', (route) => route.fulfill({ status: 503 }), 'The server failed'],
    ['a damaged file', (route) => route.fulfill({ body: '{' }), 'These results can’t be read'],
    ['nothing published yet', (route) => route.fulfill({ status: 404 }), 'No results yet'],
  ];
  for (const [what, answer, title] of troubles)
    for (const address of [
      '',
      'compare.html',
      'trends.html',
      'list.html',
      'differences.html',
      'cold.html',
      'runs.html',
      'study.html',
    ])
      test(`${what} is told as such: ${address || 'landing page'}`, async ({ page }) => {
        await open(page, address === 'cold.html' ? 'cold' : 'trend', 'glossary.html');
        await page.route('**/data/index.json', answer);
        await page.goto(`./${address}`);
        const alert = page.getByRole('alert');
        // The studies' figures are part of the page, and nothing published is no trouble there.
        if (what === 'nothing published yet' && address === 'study.html') {
          await expect(page.getByRole('heading', { name: 'Published figures only' })).toBeVisible();
          await expect(alert).toHaveCount(0);
          return;
        }
        await expect(alert.getByRole('heading', { name: title })).toBeVisible();
        // What can't be read may have been measured.
        if (address === 'study.html') {
          await expect(page.locator('#unmeasured, .claims')).toHaveCount(0);
          await expect(page.locator('#figure-2')).toContainText('could not be read');
          await expect(page.locator('#app')).not.toContainText('Not measured yet');
        }
        if (what === 'nothing published yet') return;
        await page.unroute('**/data/index.json');
        await alert.getByRole('button', { name: 'Retry' }).click();
        await expect(alert.filter({ hasText: title })).toHaveCount(0);
      });
});

const SLOW: [set: string, address: string][] = [
  ...['', 'compare.html', 'trends.html', 'list.html', 'differences.html', 'runs.html'].map(
    (address): [string, string] => ['trend', address],
  ),
  ['cold', 'cold.html'],
  ['study', 'study.html'],
];
for (const [set, address] of SLOW)
  test(`a slow network shows that the page is loading: ${address || 'landing page'}`, async ({ page }) => {
    await open(page, set, 'glossary.html');
    const asked = new Promise<Route>((resolve) => {
      void page.route('**/data/index.json', resolve, { times: 1 });
    });
    await page.goto(`./${address}`, { waitUntil: 'commit' });
    const route = await asked;
    await expect(page.locator('#app')).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('#app')).toContainText('Loading results');
    await route.fallback();
    await expect(page.locator('#app')).toHaveAttribute('aria-busy', 'false');
  });

test('a run that is no longer waited for is aborted, and does not come late', async ({ page }) => {
  const [newest, older] = [run('sweep', 0), run('sweep', 1)];
  await open(page, 'sweep', 'compare.html');
  await page.route(`**/data/runs/*${older.id.split('/').at(-1)}*`, () => undefined);
  const asked = page.waitForRequest(/data\/runs/);
  await page.getByRole('combobox', { name: 'Run', exact: true }).selectOption(older.id);
  await asked;
  await expect(page.locator('#app')).toHaveAttribute('aria-busy', 'true');
  const aborted = page.waitForEvent('requestfailed');
  await page.goBack();
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.locator('#app')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('combobox', { name: 'Run', exact: true })).toHaveValue(newest.id);
});
