// A page of the built site, with data of our choosing, that has no errors and asks nobody else for anything.

import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { index, type Run, runOf } from '../src/data/run.ts';

/** The folder that holds index.json and runs/ of a set: what cobench publish would write. */
export function folder(set: string): URL {
  return new URL(`./data/${set}/`, import.meta.url);
}

export function golden(set: string, file: string): string {
  return readFileSync(new URL(file.replace(/\.gz$/, ''), folder(set)), 'utf8');
}

/** run is the nth run of a set, newest first, read as the page reads it. */
export function run(set: string, nth = 0): Run {
  const entry = index(JSON.parse(golden(set, 'index.json')), set).runs[nth];
  if (!entry) throw new Error(`${set}: no run ${nth}`);
  return runOf(JSON.parse(golden(set, entry.file)), entry.file);
}

/** query is what a page's address holds of choices. */
export const query = (page: Page) => new URL(page.url()).search;

/** colours counts the colours of each chart within a part of the page: a blank one has one. */
export const colours = (part: Locator) =>
  part.locator('.card canvas').evaluateAll((all) =>
    all.map((canvas) => {
      const c = canvas as HTMLCanvasElement;
      const pixels = c.getContext('2d')?.getImageData(0, 0, c.width, c.height).data ?? [];
      const seen = new Set<number>();
      for (let i = 0; i < pixels.length; i += 4)
        seen.add(((pixels[i] ?? 0) << 16) | ((pixels[i + 1] ?? 0) << 8) | (pixels[i + 2] ?? 0));
      return seen.size;
    }),
  );

/** What data/FILE answers: its text or bytes, or undefined for 404. What ends in .gz is asked for and answered without. */
export type Answer = (file: string) => string | Buffer | undefined;

/** published is a file of a set as it is there, undefined where there is none. */
export function published(set: string, file: string): string | Buffer | undefined {
  const path = new URL(file, folder(set));
  if (!existsSync(path)) return undefined;
  return file.endsWith('.bin') ? readFileSync(path) : readFileSync(path, 'utf8');
}

/** open goes to an address of the site, whose data/ is a golden set or what answer says. */
export async function open(page: Page, data: string | Answer, address = ''): Promise<void> {
  const answer = typeof data === 'string' ? (file: string) => published(data, file) : data;
  await page.route('**/data/**', (route) => {
    const file = decodeURIComponent(new URL(route.request().url()).pathname.replace(/^.*\/data\//, ''));
    const body = answer(file.replace(/\.gz$/, ''));
    if (body === undefined) return route.fulfill({ status: 404 });
    if (file.endsWith('.gz')) return route.fulfill({ body: gzipSync(body), contentType: 'application/gzip' });
    return route.fulfill({
      body,
      contentType: file.endsWith('.bin') ? 'application/octet-stream' : 'application/json',
    });
  });
  await page.goto(`./${address}`);
  await expect(page.locator('#app[aria-busy="true"]')).toHaveCount(0);
}

/** saved is what a button of a part of the page saves as a file. */
export async function saved(page: Page, part: Locator, name: string): Promise<Buffer> {
  const menu = part.locator('details.offers');
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
  const waiting = page.waitForEvent('download');
  await part.getByRole('group', { name: 'Save' }).getByRole('button', { name, exact: true }).click();
  return readFileSync(await (await waiting).path());
}

/** drawn is what an SVG file has of texts, and how many shapes; one that no browser can draw is an error. */
export async function drawn(page: Page, file: string): Promise<{ texts: string[]; shapes: number }> {
  expect(file).not.toMatch(/NaN|undefined|Infinity/);
  // A page of its own, for this one's policy takes what it parses for its own content.
  const tab = await page.context().newPage();
  const found = await tab.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    const wrong = file.querySelector('parsererror');
    if (wrong) throw new Error(wrong.textContent ?? '');
    return {
      texts: [...file.querySelectorAll('text')].map((t) => t.textContent ?? ''),
      shapes: file.querySelectorAll('path').length,
    };
  }, file);
  await tab.close();
  return found;
}

export const test = base.extend<{ quiet: undefined; missing: string[] }>({
  /** Addresses that a test expects to be 404. */
  missing: [[], { option: true }],
  quiet: [
    async ({ page, baseURL, missing }, use) => {
      const errors: string[] = [];
      const strangers: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (missing.some((path) => message.location().url.endsWith(path))) return;
        errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:'))
          strangers.push(request.url());
      });
      await use(undefined);
      expect(errors, 'errors in the console').toEqual([]);
      expect(strangers, 'requests to others').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
