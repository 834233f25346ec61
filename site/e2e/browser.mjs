// Which browser, and how it is started: none is downloaded.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** onPath is the first of some programs that is on PATH, undefined without one. @param {string[]} names */
export function onPath(names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here: the next place may have it.
      }
    }
  return undefined;
}

/** browser is the path in CHROMIUM, or of the first Chromium or Chrome on PATH. */
export function browser() {
  const found =
    process.env.CHROMIUM || onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
  if (!found) throw new Error('no chromium or google-chrome on PATH: install one, or name it in CHROMIUM');
  return found;
}

/** args keep the browser from talking to anybody but the page; root has no sandbox. */
export const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
