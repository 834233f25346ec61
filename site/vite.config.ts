import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { data, pages, SUITE_PAGES } from './build/pages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// Whose benchmarks the site is of: this repository's suite, or a project's.
const project = process.env.COBENCH_SITE === 'project';

export default defineConfig({
  // Relative addresses, so that the site works under any path.
  base: './',
  // Without the fallback of a single-page app, a missing data/index.json is a 404 and not this page.
  appType: 'mpa',
  plugins: [pages(root, project), data(process.env.COBENCH_DATA)],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [
        'index.html',
        'compare.html',
        'trends.html',
        'list.html',
        'differences.html',
        'cold.html',
        'runs.html',
        'study.html',
        'suite.html',
        'method.html',
        'glossary.html',
        'architecture.html',
        'pipeline.html',
        'security.html',
      ]
        .filter((page) => !project || !SUITE_PAGES.includes(page.replace('.html', '')))
        .map((page) => root + page),
    },
  },
  test: { include: ['test/**/*.test.ts'] },
});
