// Two small Vite plugins that make the HTML files whole.
//
// The site is of the suite in this repository, or of anybody's project: that one has none of the suite's pages, and
// nothing of a page that is marked as the suite's alone.
//
// pages() fills the marks in the HTML files at the root: <!--head-->, <!--header-->, <!--app--> and <!--footer--> from
// build/*.html, and <!--content NAME--> with content/NAME.md rendered to HTML. Rendering at build time keeps the
// Markdown library out of what a reader loads. data() serves a folder as data/ while developing and previewing,
// in place of the folder that cobench publish writes next to index.html.

import { existsSync, readFileSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Marked, type Tokens } from 'marked';
import type { Connect, Plugin } from 'vite';

/** slug makes the anchor of a heading: "One fresh process" becomes "one-fresh-process". */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** The mark at the end of a line that is the suite's alone; a heading with it takes its section along. */
const MARK = /[ ]*<!--suite-->$/;

/** Pages that speak of the suite, or of this repository and its pipeline. */
export const SUITE_PAGES = ['cold', 'study', 'suite', 'architecture', 'pipeline', 'security'];

/** Where a project's site finds those of them that are prose. */
const ELSEWHERE = 'https://github.com/cobench/cobench/blob/main/site/content/';

/** passages is a text without its marks, and on a project's site without what they mark. */
export function passages(text: string, project: boolean): string {
  const lines: string[] = [];
  let cut = 0; // the level of the heading whose section is left out
  for (const line of text.split('\n')) {
    const level = /^#+(?= )/.exec(line)?.[0].length ?? 0;
    if (level > 0 && level <= cut) cut = 0;
    const marked = project && MARK.test(line);
    if (marked && cut === 0) cut = level;
    if (!marked && cut === 0) lines.push(line.replace(MARK, ''));
  }
  const left = lines.join('\n');
  if (!project) return left;
  return left.replace(new RegExp(`\\]\\(\\./(${SUITE_PAGES.join('|')})\\.html`, 'g'), `](${ELSEWHERE}$1.md`);
}

/** markdown renders a page of content/. The files are the project's own, so raw HTML in them is let through. */
export function markdown(source: string): string {
  let section = '';
  const labels = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const id = slug(text);
        section = text;
        const anchor =
          depth > 1 ? ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>` : '';
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`;
      },
      // Each picture is there in both colour schemes.
      image({ href, text }: Tokens.Image): string {
        const light = href.replace(/^\.\.\//, './');
        const dark = light.replace('-light.', '-dark.');
        return `<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}"><img src="${light}" alt="${text}" loading="lazy"></picture>`;
      },
      // What can be scrolled can be reached by key.
      code({ text }: Tokens.Code): string {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return `<pre tabindex="0"><code>${escaped}\n</code></pre>\n`;
      },
      table(token: Tokens.Table): string {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((c) => `<${tag}>${this.parser.parseInline(c.tokens)}</${tag}>`).join('')}</tr>`;
        // Tables with the same columns are told apart by their sections, and within one by their first cells.
        const columns = `Table: ${token.header.map((c) => c.text).join(', ')}`;
        const names = [
          columns,
          `${columns}, ${section}`,
          `${columns}, ${section}, ${token.rows[0]?.[0]?.text}`,
        ];
        const label = names.find((name) => !labels.has(name)) ?? columns;
        labels.add(label);
        const head = row(token.header, 'th scope="col"').replaceAll('</th scope="col">', '</th>');
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(source, { async: false });
}

/** pages fills the marks of every HTML file, for the suite or a project; a mark naming no file stops the build. */
export function pages(root: string, project: boolean): Plugin {
  const read = (path: string) => passages(readFileSync(resolve(root, path), 'utf8'), project);
  return {
    name: 'cobench-pages',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { filename }) {
        const page = filename.slice(filename.lastIndexOf('/') + 1);
        return html
          .replace(/<!--(head|header|app|footer)-->/g, (_, part: string) =>
            read(`build/${part}.html`).trimEnd(),
          )
          .replace('<html ', project ? '<html data-site="project" ' : '<html ')
          .replace(`<a href="./${page}"`, `<a href="./${page}" aria-current="page"`)
          .replace(/<!--content ([a-z]+)-->/g, (_, name: string) => markdown(read(`content/${name}.md`)));
      },
    },
    configureServer(server) {
      server.watcher.add([resolve(root, 'content'), resolve(root, 'build')]);
    },
  };
}

/**
 * data serves folder under data/; without it dist/data is served, as on the published site. The tests' folders hold
 * unpacked what publish compresses.
 */
export function data(folder: string | undefined): Plugin {
  const serve: Connect.NextHandleFunction = (request, response, next) => {
    const path = decodeURIComponent((request.url ?? '').replace(/[?#].*$/, ''));
    if (folder === undefined || !path.startsWith('/data/')) {
      next();
      return;
    }
    const file = join(folder, normalize(path.slice('/data'.length)));
    const plain = file.replace(/\.gz$/, '');
    if (!existsSync(file) && !existsSync(plain)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(existsSync(file) ? readFileSync(file) : gzipSync(readFileSync(plain)));
  };
  return {
    name: 'cobench-data',
    configureServer(server) {
      server.middlewares.use(serve);
    },
    configurePreviewServer(server) {
      server.middlewares.use(serve);
    },
  };
}
