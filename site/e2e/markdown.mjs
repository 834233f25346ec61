// npm run markdown -- FILE PICTURE [open] draws Markdown, as GitHub shows a comment or a job's summary, into
// PICTURE-{light,dark}.png, with what is folded opened if asked for.

import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { marked } from 'marked';
import { args, browser } from './browser.mjs';

const [file, picture, open] = process.argv.slice(2);
if (!file || !picture) {
  console.error('usage: npm run markdown -- FILE PICTURE [open]');
  process.exit(2);
}
const style = `
  :root { color-scheme: light dark }
  body { margin: 0; padding: 16px; font: 14px/1.5 system-ui, sans-serif; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc) }
  article { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 6px; padding: 16px }
  h2, h3 { margin: 0 0 12px; border-bottom: 1px solid light-dark(#d1d9e0, #3d444d); padding-bottom: 6px }
  table { display: block; width: max-content; max-width: 100%; overflow: auto; border-collapse: collapse; margin: 12px 0 }
  td, th { border: 1px solid light-dark(#d1d9e0, #3d444d); padding: 6px 13px; text-align: left }
  code { font: 85% ui-monospace, monospace; background: light-dark(#818b981f, #656c7633); border-radius: 6px; padding: .2em .4em }
  pre { overflow: auto; background: light-dark(#f6f8fa, #151b23); padding: 16px; border-radius: 6px }
  pre code { background: none; padding: 0 }
  a { color: light-dark(#0969da, #4493f8) }
  sub { font-size: 75% }
`;
const html = marked
  .parse(readFileSync(file, 'utf8'), { async: false })
  .replaceAll('<details>', open ? '<details open>' : '<details>');
const chrome = await chromium.launch({ executablePath: browser(), args });
try {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await chrome.newContext({
      colorScheme,
      viewport: { width: open ? 1280 : 980, height: 200 },
      deviceScaleFactor: 1.5,
    });
    const page = await context.newPage();
    await page.setContent(`<!doctype html><style>${style}</style><article>${html}</article>`);
    await page.screenshot({ path: `${picture}-${colorScheme}.png`, fullPage: true });
    await context.close();
  }
} finally {
  await chrome.close();
}
