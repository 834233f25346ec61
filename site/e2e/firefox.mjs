// npm run firefox opens every page of the built site in Firefox, by the driver that is built into it (WebDriver BiDi), and
// fails on an error in a console, a page that does not come to an end, or one that shows a problem. It ends with 0 and
// says so where there is no Firefox; FIREFOX names one.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { onPath } from './browser.mjs';

const dist = resolve(import.meta.dirname, '../dist');
/** A set of data, and the pages that are opened with it. @type {Record<string, string[]>} */
const VIEWS = {
  trend: [
    ...readdirSync(dist).filter((file) => file.endsWith('.html') && file !== 'cold.html'),
    'differences.html?by=runtimes',
    'trends.html?x=7d&y=zero',
    'index.html?base=jvm-25&values=measured',
  ],
  sweep: ['compare.html?x=n', 'runs.html', 'list.html', 'differences.html'],
  cold: ['compare.html', 'cold.html'],
  study: ['study.html'],
};

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Serves the site below /SET/, with the data of that set; what was published packed lies there unpacked. */
async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    const [, set = '', ...rest] = path.split('/');
    const file = rest.join('/');
    const data = /^data\/(.*?)(\.gz)?$/.exec(file);
    const from = data ? join(import.meta.dirname, 'data', set, data[1] ?? '') : join(dist, file);
    if (!existsSync(from)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(from)] ?? 'application/octet-stream' });
    response.end(readFileSync(from));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { base: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** @param {string} path @param {string} profile */
async function start(path, profile) {
  const browser = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const address = await new Promise((done, fail) => {
    let said = '';
    browser.stderr.on('data', (text) => {
      said += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) done(found[1]);
    });
    browser.on('exit', (code) => fail(new Error(`${path} ended with ${code}: ${said}`)));
    setTimeout(() => fail(new Error(`${path} has no driver after 60 s: ${said}`)), 60_000).unref();
  });
  return { browser, address: `${address}/session` };
}

/** @param {string} address */
async function connect(address) {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.onopen = () => done(undefined);
    socket.onerror = () => fail(new Error(`no answer from ${address}`));
  });
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  /** @type {string[]} */
  const errors = [];
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && ['error', 'warn'].includes(message.params.level))
      errors.push(message.params.text);
  };
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const send = async (method, params) => {
    const id = ++last;
    const answer = await new Promise((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
  return { send, errors, close: () => socket.close() };
}

// What a page has come to, asked of the page itself.
const STATE = `(() => {
  const app = document.querySelector('#app');
  const blank = [...document.querySelectorAll('#app canvas')].filter((c) => {
    const pixels = c.width > 0 ? c.getContext('2d').getImageData(0, 0, c.width, c.height).data : [];
    return !pixels.some((v) => v > 0);
  }).length;
  return JSON.stringify({
    busy: document.readyState !== 'complete' || app?.getAttribute('aria-busy') === 'true',
    problem: document.querySelector('[role=alert] button')?.parentElement.textContent ?? '',
    headings: document.querySelectorAll('h1').length, blank,
    beyond: document.documentElement.scrollWidth - innerWidth,
  });
})()`;

const path = process.env.FIREFOX || onPath(['firefox-esr', 'firefox']);
if (!path) {
  console.log('skipped: no firefox-esr or firefox on PATH: install one, or name it in FIREFOX');
  process.exit(0);
}
const profile = mkdtempSync(join(tmpdir(), 'cobench-firefox-'));
const site = await serve();
const { browser, address } = await start(path, profile);
let failed = 0;
let opened = 0;
try {
  const driver = await connect(address);
  const { capabilities } = await driver.send('session.new', { capabilities: {} });
  await driver.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await driver.send('browsingContext.getTree', {});
  const context = contexts[0].context;
  for (const [set, pages] of Object.entries(VIEWS))
    for (const page of pages) {
      driver.errors.length = 0;
      await driver.send('browsingContext.navigate', {
        context,
        url: `${site.base}/${set}/${page}`,
        wait: 'complete',
      });
      /** @type {{ busy: boolean, problem: string, headings: number, blank: number, beyond: number }} */
      let state;
      const until = Date.now() + 20_000;
      do {
        await new Promise((done) => setTimeout(done, 100));
        const { result } = await driver.send('script.evaluate', {
          expression: STATE,
          target: { context },
          awaitPromise: false,
        });
        state = JSON.parse(result.value);
      } while ((state.busy || state.blank > 0) && Date.now() < until);
      const faults = [
        ...driver.errors,
        ...(state.busy ? ['still loading after 20 s'] : []),
        ...(state.problem === '' ? [] : [state.problem]),
        ...(state.headings === 1 ? [] : [`${state.headings} first headings`]),
        ...(state.blank === 0 ? [] : [`${state.blank} charts are blank`]),
        ...(state.beyond <= 0 ? [] : [`scrolls sideways by ${state.beyond} pixels`]),
      ];
      opened++;
      for (const fault of faults) console.log(`${set} ${page}: ${fault}`);
      if (faults.length > 0) failed++;
    }
  await driver.send('browser.close', {});
  driver.close();
  console.log(`${opened} pages in Firefox ${capabilities.browserVersion}, ${failed} with an error`);
} finally {
  if (browser.exitCode === null) {
    browser.kill();
    await new Promise((done) => {
      browser.on('exit', done);
      setTimeout(done, 5000);
    });
  }
  site.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(failed > 0 ? 1 : 0);
