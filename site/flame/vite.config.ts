import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// One script and one style sheet, which a page without a server holds.
export default defineConfig({
  root: path('.'),
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir: path('../../go/internal/why/'), // where Go embeds them from
    emptyOutDir: false,
    minify: true,
    lib: {
      entry: path('flame.js'),
      formats: ['iife'],
      name: 'flame',
      fileName: () => 'flame.js',
      cssFileName: 'flame',
    },
  },
});
