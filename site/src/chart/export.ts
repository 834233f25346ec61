// Taking a chart along: as a picture, as a table, as results that benchstat reads.

import { el } from '../ui/dom.ts';

export interface Offer {
  label: string;
  /** Name of the file. */
  file: string;
  make(): Blob | Promise<Blob>;
}

/** offers is a row of buttons, each of which saves a file. */
export function offers(list: Offer[]): HTMLElement {
  return el(
    'div',
    { class: 'offers', role: 'group', 'aria-label': 'Save' },
    el('span', { class: 'quiet' }, 'Save as'),
    list.map((offer) =>
      el('button', { type: 'button', class: 'button small', onclick: () => void save(offer) }, offer.label),
    ),
  );
}

async function save(offer: Offer): Promise<void> {
  const address = URL.createObjectURL(await offer.make());
  const link = el('a', { href: address, download: offer.file });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function textFile(text: string, type: string): Blob {
  return new Blob([text], { type: `${type};charset=utf-8` });
}

/** picture is what a canvas shows, on a ground of its own. */
export function picture(canvas: HTMLCanvasElement, ground: string): Promise<Blob> {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const ctx = copy.getContext('2d');
  if (ctx) {
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, copy.width, copy.height);
    ctx.drawImage(canvas, 0, 0);
  }
  return new Promise((resolve, reject) =>
    copy.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))),
      'image/png',
    ),
  );
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
