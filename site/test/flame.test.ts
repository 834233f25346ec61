import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import config from '../flame/vite.config';

// Go embeds what is built of site/flame; both are in git.
test('the flame graph that Go embeds is that of its sources', async () => {
  const out = mkdtempSync(join(tmpdir(), 'flame-'));
  try {
    await build({ ...config, configFile: false, build: { ...config.build, outDir: out } });
    for (const file of ['flame.js', 'flame.css']) {
      const embedded = fileURLToPath(new URL(`../../go/internal/why/${file}`, import.meta.url));
      expect(readFileSync(join(out, file), 'utf8'), `${file}: npm run flame`).toBe(
        readFileSync(embedded, 'utf8'),
      );
    }
  } finally {
    rmSync(out, { recursive: true });
  }
}, 60_000);
