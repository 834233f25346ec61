import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markdown, passages, SUITE_PAGES, slug } from '../build/pages.ts';

const content = new URL('../content/', import.meta.url);
const source = (file: string, project = false) =>
  passages(readFileSync(new URL(file, content), 'utf8'), project);
const files = readdirSync(content);

test('a heading becomes an anchor', () => {
  expect(slug('The value and its interval')).toBe('the-value-and-its-interval');
  expect(slug("What these numbers don't say")).toBe('what-these-numbers-don-t-say');
});

test('a table can be scrolled by key, and its head has columns', () => {
  const html = markdown('| a | b |\n| --- | --- |\n| 1 | `2` |\n');
  expect(html).toContain('tabindex="0" role="region" aria-label="Table: a, b"');
  expect(html).toContain('<th scope="col">a</th><th scope="col">b</th>');
  expect(html).toContain('<td>1</td><td><code>2</code></td>');
});

test('tables with the same columns have names of their own', () => {
  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |\n';
  const html = markdown(`# One\n${table}\n## Two\n${table}`);
  expect([...html.matchAll(/aria-label="(Table[^"]*)"/g)].map((m) => m[1])).toEqual([
    'Table: a, b',
    'Table: a, b, Two',
  ]);
});

test('code is text, and can be scrolled by key', () => {
  expect(markdown('```\na<b> && c\n```\n')).toBe(
    '<pre tabindex="0"><code>a&lt;b> &amp;&amp; c\n</code></pre>\n',
  );
});

test('a project’s page is without what is the suite’s alone', () => {
  const text =
    '# A\n\none\ntwo <!--suite-->\n\n## B <!--suite-->\n\nthree\n\n### C\n\nfour\n\n## D\n\n[five](./suite.html#x) [six](./method.html)';
  expect(passages(text, true)).toBe(
    '# A\n\none\n\n## D\n\n[five](https://github.com/cobench/cobench/blob/main/site/content/suite.md#x) [six](./method.html)',
  );
  expect(passages(text, false)).toBe(text.replaceAll(' <!--suite-->', ''));
});

describe.each(files.filter((file) => !SUITE_PAGES.includes(file.replace('.md', ''))))(
  '%s of a project',
  (file) => {
    const text = source(file, true);
    test('speaks of nothing that is the suite’s alone', () => {
      expect(text).not.toMatch(/kotlin|coroutine|goroutine|matmul|<!--suite/i);
      // Its readers have no checkout of this repository.
      expect(text).not.toMatch(/go test \.\/|`make |-profile |-live |-runtimes /);
      expect(text.length).toBeGreaterThan(source(file).length / 3);
    });
    test('links only to pages and headings that a project’s site has', () => {
      for (const [, page = '', anchor] of markdown(text).matchAll(
        /href="\.\/([a-z]+)\.html(?:#([^"]+))?"/g,
      )) {
        expect(SUITE_PAGES).not.toContain(page);
        if (anchor) expect(markdown(source(`${page}.md`, true))).toContain(`id="${anchor}"`);
      }
    });
  },
);

describe.each(files)('%s', (file) => {
  const html = markdown(source(file));
  test('has one title', () => {
    expect(html.match(/<h1 /g)).toHaveLength(1);
  });
  test('links only to pages and headings that exist', () => {
    expect(html).not.toMatch(/href="\.\/[a-z]+\.md/);
    for (const [, page, anchor] of html.matchAll(/href="\.\/([a-z]+)\.html(?:#([^"]+))?"/g)) {
      if (!files.includes(`${page}.md`)) {
        // A page that is drawn by a script has no headings to hold an anchor to.
        expect(readdirSync(new URL('../', import.meta.url))).toContain(`${page}.html`);
        expect(anchor).toBeUndefined();
        continue;
      }
      if (anchor) expect(markdown(source(`${page}.md`))).toContain(`id="${anchor}"`);
    }
  });
});
