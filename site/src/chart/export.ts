// Taking a chart along: as a picture, as a table, as results that benchstat reads.

import { el } from '../ui/dom.ts';

/** What a chart can be saved as. */
export interface Saved {
  svg(): string;
  png?(): Promise<Blob>;
  csv(): string | Promise<string>;
  /** In the Go benchmark format. */
  results(): string | Promise<string>;
}

interface Offer {
  label: string;
  ending: string;
  make(): Blob | Promise<Blob>;
}

/** offers is a chart's menu: buttons, each of which saves it as a file named after its title. */
export function offers(title: string, { svg, png, csv, results }: Saved): HTMLElement {
  const list: Offer[] = [
    { label: 'SVG', ending: 'svg', make: () => textFile(svg(), 'image/svg+xml') },
    ...(png ? [{ label: 'PNG', ending: 'png', make: png }] : []),
    { label: 'CSV', ending: 'csv', make: async () => textFile(await csv(), 'text/csv') },
    {
      label: 'Go benchmark format',
      ending: 'txt',
      make: async () => textFile(await results(), 'text/plain'),
    },
  ];
  const button = ({ label, ending, make }: Offer) =>
    el(
      'button',
      {
        type: 'button',
        class: 'button small',
        onclick: () => void save(fileName(title, ending), make),
      },
      label,
    );
  return el(
    'details',
    { class: 'offers' },
    el('summary', { 'aria-label': `Save ${title}`, title: 'Save' }, '⋯'),
    el(
      'div',
      { role: 'group', 'aria-label': 'Save' },
      el('span', { class: 'quiet' }, 'Save as'),
      list.map(button),
    ),
  );
}

async function save(file: string, make: Offer['make']): Promise<void> {
  const address = URL.createObjectURL(await make());
  const link = el('a', { href: address, download: file });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function textFile(text: string, type: string): Blob {
  return new Blob([text], { type: `${type};charset=utf-8` });
}

/** csv writes rows as RFC 4180 has it. A spreadsheet takes what begins with = for a formula, so that gets a quote. */
export function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number) => {
    const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** fileName makes a file's name of a title. */
export function fileName(title: string, ending: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}=.-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${name || 'cobench'}.${ending}`;
}
