// npm run screenshot -- [--now=TIME] [--top=HEIGHT] [--charts] DATA FOLDER [NAME [QUERY]] draws the built site with a folder of
// data into FOLDER/NAME-{light,dark,phone}.png. QUERY is the address of a page below the site, or what stands after the "?"
// of the landing page's. With --now a page takes that for the time, with --top it is drawn down to that height, light and
// dark alone; with --charts only the charts of compare.html are drawn.

import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { args, browser } from './browser.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { now: { type: 'string' }, top: { type: 'string' }, charts: { type: 'boolean' } },
});
const [data, folder, name = 'results', query = ''] = positionals;
if (!data || !folder) {
  console.error(
    'usage: npm run screenshot -- [--now=TIME] [--top=HEIGHT] [--charts] DATA FOLDER [NAME [QUERY]]',
  );
  process.exit(2);
}
// vite.config.ts reads where data/ is when it is loaded.
process.env.COBENCH_DATA = resolve(data);
const { preview } = await import('vite');
const server = await preview({
  root: resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  preview: { host: '127.0.0.1', port: 0 },
});
const chrome = await chromium.launch({ executablePath: browser(), args });
mkdirSync(folder, { recursive: true });
try {
  const base = server.resolvedUrls?.local[0] ?? '';
  const page = query.includes('.html') ? query : `index.html${query === '' ? '' : `?${query}`}`;
  const wide = { width: 1360, height: Number(values.top ?? 900) };
  const kinds = /** @type {const} */ ([
    { kind: 'light', viewport: wide, colorScheme: 'light', deviceScaleFactor: 1.5 },
    { kind: 'dark', viewport: wide, colorScheme: 'dark', deviceScaleFactor: 1.5 },
    { kind: 'phone', viewport: { width: 360, height: 760 }, colorScheme: 'light', deviceScaleFactor: 2 },
  ]);
  for (const { kind, ...look } of kinds) {
    if ((values.top || values.charts) && kind === 'phone') continue;
    const context = await chrome.newContext(look);
    const tab = await context.newPage();
    if (values.now) await tab.clock.setFixedTime(values.now);
    tab.on('console', (message) => message.type() === 'error' && console.error(`${kind}: ${message.text()}`));
    tab.on('pageerror', (error) => console.error(`${kind}: ${error.stack}`));
    await tab.goto(base + page, { waitUntil: 'networkidle' });
    const path = `${folder}/${name}-${kind}.png`;
    const charts = values.charts
      ? await tab.locator('section[aria-labelledby="workload-title"]').boundingBox()
      : null;
    if (charts) {
      const margin = 24;
      const { x, y, width, height } = charts;
      const clip = { x: x - margin, y: y + 1, width: width + 2 * margin, height: height + margin };
      await tab.screenshot({ path, fullPage: true, clip });
    } else await tab.screenshot({ path, fullPage: !values.top });
    await context.close();
  }
} finally {
  await chrome.close();
  await server.close();
}
