// npm run speed -- DATA [OTHERS] measures the built site with a folder of data, as GitHub Pages would serve it: what the
// first view takes on the wire and until it can be used, what the list of all trends takes, and what 20 trends take to paint, and to zoom into. OTHERS is a
// folder with another dashboard's page (index.html) on data of its own, of which the same browser measures the time
// until it has drawn all its charts.
//
// The history is synthetic: go run ./cmd/synthetic -o DIR [-classic 1000x100], in go/.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { args, browser } from './browser.mjs';

const [data, others] = process.argv.slice(2);
if (!data) {
  console.error('usage: npm run speed -- DATA [OTHERS]');
  process.exit(2);
}
const TIMES = 7;
const SERIES = 20;
const dist = resolve(import.meta.dirname, '../dist');

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.gz': 'application/gzip',
  '.bin': 'application/octet-stream',
};
const PACKED = new Set(['.html', '.js', '.css', '.json', '.svg']);

/**
 * Serves folders below a path of their own, and compresses what Pages compresses.
 * @param {Record<string, string>} roots
 */
async function serve(roots) {
  /** @type {Map<string, Promise<{ body: Buffer, packed: boolean }>>} */
  const cache = new Map();
  const read = async (/** @type {string} */ file) => {
    const body = await readFile(file);
    const packed = PACKED.has(extname(file)) && body.length < 64e6;
    return { body: packed ? gzipSync(body, { level: 6 }) : body, packed };
  };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const root = Object.keys(roots)
      .sort((a, b) => b.length - a.length)
      .find((r) => path.startsWith(r));
    const file = root === undefined ? '' : join(roots[root] ?? '', path.slice(root.length));
    try {
      if (!cache.has(file)) cache.set(file, read(file));
      const { body, packed } = await /** @type {Promise<{ body: Buffer, packed: boolean }>} */ (
        cache.get(file)
      );
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, ...(packed ? { 'Content-Encoding': 'gzip' } : {}) });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { base: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
/** @param {string} what @param {number[]} values @param {string} unit @param {string} goal */
const say = (what, values, unit, goal = '') =>
  console.log(
    `${what.padEnd(48)} ${median(values)
      .toFixed(values[0] !== undefined && values[0] < 10 ? 2 : 0)
      .padStart(
        8,
      )} ${unit}  (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}, n = ${values.length})${goal === '' ? '' : `  goal ${goal}`}`,
  );

const site = await serve({ '/': `${dist}/`, '/data/': `${resolve(data)}/` });
const chrome = await chromium.launch({
  executablePath: browser(),
  args: [...args, '--enable-precise-memory-info'],
});
try {
  const index = JSON.parse(await readFile(join(data, 'index.json'), 'utf8'));
  const { series, names, runtimes, execs, commits } = index.trends;
  console.log(`${commits} commits x ${series.length} series, Chromium ${chrome.version()}, medians`);
  await firstView();
  await list();
  await trends(series, names, runtimes, execs);
  if (others) await another(others);
} finally {
  await chrome.close();
  site.close();
}

async function firstView() {
  const times = [];
  let bytes = 0;
  for (let i = 0; i < TIMES; i++) {
    const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    bytes = 0;
    wire.on('Network.loadingFinished', (e) => {
      bytes += e.encodedDataLength;
    });
    await page.goto(`${site.base}/index.html`);
    await page.locator('#app[aria-busy="false"] .change-group').first().waitFor();
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0))),
      ),
    );
    await page.waitForLoadState('networkidle');
    await context.close();
  }
  say('landing page usable', times, 'ms', 'under 1,000 ms');
  say('first view on the wire', [bytes / 1000], 'kB', 'at most 150 kB');
}

// From the list's data being there to rows that can be read and clicked, and until a filter that is typed shows.
async function list() {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const loaded = [];
  const usable = [];
  const filtered = [];
  for (let i = 0; i < TIMES; i++) {
    await page.goto(`${site.base}/list.html`);
    const row = page.locator('.all-trends tbody tr').first();
    await row.waitFor();
    const [data, now] = await page.evaluate(() => [
      /** @type {PerformanceResourceTiming | undefined} */ (
        performance.getEntriesByType('resource').find((e) => e.name.includes('overview'))
      )?.responseEnd ?? 0,
      performance.now(),
    ]);
    loaded.push(now ?? 0);
    usable.push((now ?? 0) - (data ?? 0));
    filtered.push(
      await page.evaluate(() => {
        const box = /** @type {HTMLInputElement} */ (document.querySelector('#filter'));
        const began = performance.now();
        box.value = 'matmul';
        box.dispatchEvent(new Event('input'));
        return new Promise((done) =>
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0)),
        );
      }),
    );
  }
  const rows = await page.evaluate(
    () =>
      [...document.querySelectorAll('#app [role=status]')]
        .map((e) => e.textContent)
        .find((t) => t?.includes('trend')) ?? '',
  );
  say(`list of all trends (${rows}): usable`, loaded, 'ms');
  say('list of all trends: usable once its data is there', usable, 'ms', 'under 300 ms');
  say('list of all trends: filtered', filtered, 'ms');
  await context.close();
}

/** @param {number[][]} series @param {string[]} names @param {string[]} runtimes @param {string[]} execs */
async function trends(series, names, runtimes, execs) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const keys = series
    .slice(0, SERIES)
    .map(([n, r, e]) => `${runtimes[r ?? 0]}/${names[n ?? 0]}/exec=${execs[e ?? 0]}`);
  const began = Date.now();
  await page.goto(`${site.base}/trends.html?${keys.map((k) => `s=${encodeURIComponent(k)}`).join('&')}`);
  await page.locator('.trend-plot').first().waitFor();
  say(`${SERIES} trends: from the address to the picture`, [Date.now() - began], 'ms');
  const points = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-label="Table: newest values"] tbody tr')].reduce(
      (sum, row) => sum + Number(row.querySelectorAll('td')[2]?.textContent),
      0,
    ),
  );
  // From what the reader does to the frame that shows it, on data that is there.
  const timed = (/** @type {string} */ selector) =>
    page.evaluate(
      (s) =>
        new Promise((done) => {
          const began = performance.now();
          const before = document.querySelector('.trend-plot');
          /** @type {HTMLElement} */ (document.querySelector(s)).click();
          const wait = () => {
            // A choice builds the page anew once its shards are there, which they are: a turn or two later.
            if (s.startsWith('#as-') && document.querySelector('.trend-plot') === before) setTimeout(wait, 0);
            else requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
          };
          wait();
        }),
      selector,
    );
  const paints = [];
  const zooms = [];
  for (let i = 0; i < TIMES; i++) {
    paints.push(await timed('#as-level'));
    paints.push(await timed('#as-value'));
  }
  for (let i = 0; i < TIMES; i++) {
    zooms.push(await timed('#zoom-in'));
    zooms.push(await timed('#zoom-out'));
    zooms.push(await timed('#later'));
  }
  say(`${points.toLocaleString('en')} points: paint`, paints, 'ms', 'under 200 ms');
  say(`${points.toLocaleString('en')} points: zoom step`, zooms, 'ms', 'under 50 ms');
  await context.close();
}

/** @param {string} folder */
async function another(folder) {
  const server = await serve({ '/': `${resolve(folder)}/` });
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  let crashed = false;
  page.on('crash', () => {
    crashed = true;
  });
  const began = Date.now();
  try {
    await page.goto(`${server.base}/index.html`, { timeout: 300_000, waitUntil: 'load' });
    const count = await page.locator('canvas').count();
    // Its charts are drawn in the frame after each was made; idle means that the last one was.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(undefined))), undefined);
    const heap = await page.evaluate(() => /** @type {any} */ (performance).memory.usedJSHeapSize);
    say(`the other page: ${count} charts drawn`, [Date.now() - began], 'ms');
    say('the other page: heap', [heap / 2 ** 20], 'MiB');
  } catch (error) {
    console.log(
      `the other page: ${crashed ? 'the tab crashed' : String(error)} after ${Date.now() - began} ms`,
    );
  } finally {
    await context.close().catch(() => undefined);
    server.close();
  }
}
