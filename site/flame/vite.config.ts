import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Where Go embeds the script from. */
export const target = path('../../go/internal/why/');

// One script and one style sheet, which a page without a server holds.
export default defineConfig({
  root: path('.'),
  configFile: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir: target,
    emptyOutDir: false,
    minify: true,
    lib: { entry: path('flame.js'), formats: ['iife'], name: 'flame', fileName: () => 'flame.js', cssFileName: 'flame' },
  },
});
