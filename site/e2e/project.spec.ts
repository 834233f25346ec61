// The site of somebody's project: built for one, with what cobench measured of a Go module. It says nothing of the
// suite that compares Kotlin with Go.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewServer } from 'vite';
import { expect, open, published, test } from './open.ts';

const PORT = 4174;
const ALIEN = /kotlin|coroutine|goroutine|matmul|jvm-\d|graal-|compared with go|ratio to go/i;

let server: PreviewServer | undefined;
const out = mkdtempSync(join(tmpdir(), 'cobench-site-'));

test.use({ baseURL: `http://127.0.0.1:${PORT}/` });

test.beforeAll(async () => {
  test.setTimeout(120_000); // it builds
  process.env.COBENCH_SITE = 'project';
  const { build, preview } = await import('vite');
  await build({ logLevel: 'error', build: { outDir: out, emptyOutDir: true } });
  server = await preview({
    logLevel: 'error',
    build: { outDir: out },
    preview: { host: '127.0.0.1', port: PORT, strictPort: true },
  });
  delete process.env.COBENCH_SITE;
});

test.afterAll(async () => {
  await server?.close();
  rmSync(out, { recursive: true });
});

/** Everything that a page says, in its texts, its hints and what is read aloud. */
const said = (of: Document) => {
  const texts = [of.title, of.querySelector('meta[name=description]')?.getAttribute('content') ?? ''];
  for (const e of of.body.querySelectorAll('*'))
    for (const name of ['title', 'aria-label', 'placeholder', 'alt']) texts.push(e.getAttribute(name) ?? '');
  texts.push(of.body.textContent ?? '');
  return texts.join('\n');
};

const SETS: [name: string, data: string | (() => undefined)][] = [
  ['with results', 'project'],
  ['without any', () => undefined],
];

for (const [name, data] of SETS) {
  test.describe(name, () => {
    // What a site without data is asked for and does not have.
    test.use({ missing: name === 'without any' ? ['.json', '.json.gz'] : [] });
    test('every page that the menu leads to speaks of the project alone', async ({ page }) => {
      test.slow(); // it opens each
      await open(page, data);
      const pages = await page
        .locator('a[href^="./"]')
        .evaluateAll((all) => [
          ...new Set(all.map((a) => (a.getAttribute('href') ?? '').replace(/[?#].*$/, ''))),
        ]);
      const html = pages.filter((p) => p.endsWith('.html'));
      for (const p of ['index', 'compare', 'trends', 'list', 'differences', 'runs', 'method', 'glossary'])
        expect(html).toContain(`./${p}.html`);
      for (const address of html) {
        await open(page, data, address.slice(2));
        const text = await page.evaluate(`(${said.toString()})(document)`);
        expect(String(text), address).not.toMatch(ALIEN);
        await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
      }
    });
  });
}

test('home has the name of the repository, and what was measured', async ({ page }) => {
  await open(page, 'project');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Benchmarks of acme/words');
  await expect(page).toHaveTitle('Benchmarks of acme/words · cobench');
  await expect(page.getByRole('combobox')).toHaveAttribute(
    'placeholder',
    /^Find a benchmark: (count|longest) /,
  );
  await expect(page.locator('#app')).toContainText('3 benchmarks over 4 commits');
});

test('the list of trends is filtered by the project’s own words', async ({ page }) => {
  await open(page, 'project', 'list.html');
  await expect(page.locator('#filter')).toHaveAttribute('placeholder', /^(count|longest) /);
  await page.locator('#filter').fill('longest');
  await expect(page.locator('tbody tr')).toHaveCount(1);
});

test('what only the suite has is not there', async ({ page, request }) => {
  await open(page, 'project');
  for (const address of ['study', 'suite', 'cold', 'architecture', 'pipeline', 'security'])
    expect((await request.get(`./${address}.html`)).status(), address).toBe(404);
  expect(published('project', 'index.json')).toBeDefined();
});
