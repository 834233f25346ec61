// One sentence for a card: what its chart shows at the largest x that the first series was measured at.

import { type Card, estimateOf, type Row } from './cards.ts';
import { difference } from './compare.ts';
import type { Benchmark, Unit } from './data.ts';
import { ratio } from './format.ts';
import type { Series } from './series.ts';

/** A sentence in pieces: words, series (which the page shows with their marker), and numbers. */
export type Piece = string | { series: Series } | { number: string };

interface Told {
  series: Series;
  ratio: number;
}

/** story tells a card; without two series to compare it is empty. */
export function story(card: Card, x: string | undefined, unit: Unit, hidden: Set<string>): Piece[] {
  const shown = card.rows.filter((row) => !hidden.has(row.series.key));
  const found = reference(shown, unit.name);
  if (!found) return [];
  const [first, at] = found;
  const base = estimateOf(first.cells[at], unit.name);
  if (!base) return [];

  const more: Told[] = [];
  const less: Told[] = [];
  const same: Series[] = [];
  const unknown: Series[] = [];
  for (const { series, cells } of shown) {
    const other = estimateOf(cells[at], unit.name);
    if (series === first.series || !other) continue;
    const d = difference(base, other);
    if (d.clarity === 'unknown' || d.ratio === undefined) unknown.push(series);
    else if (d.clarity === 'overlap') same.push(series);
    else (d.ratio > 1 ? more : less).push({ series, ratio: d.ratio });
  }

  const clauses: Piece[][] = [];
  const name: Piece = { series: first.series };
  const words = phrase(unit.name);
  if (less.length > 0) {
    // "takes 0.71× as long" is right, but "1.41× as fast" is what people say.
    const turned = words.inverse ? less.map((t) => ({ ...t, ratio: 1 / t.ratio })) : less;
    clauses.push(told(turned, words.inverse ? words.fast : words.slow, name));
  }
  if (more.length > 0) clauses.push(told(more, words.slow, name));
  if (same.length > 0)
    clauses.push([
      'no clear difference between ',
      name,
      ' and ',
      ...listed(same.map((s) => ({ series: s }))),
    ]);
  if (unknown.length > 0 && clauses.length === 0)
    clauses.push(['too few samples to tell the runtimes apart']);
  if (clauses.length === 0) return [];

  const where = x === undefined || card.xs.length < 2 ? [] : [`At ${x} = ${card.xs[at]}, `];
  return capital([...where, ...clauses.flatMap((clause, i) => (i === 0 ? clause : ['; ', ...clause])), '.']);
}

// The first series that has a value is what others are compared with, at the largest x where it isn't alone;
// an x with intervals comes before one without, which could tell nothing.
function reference(rows: Row[], unit: string): [Row, number] | undefined {
  const telling = [
    (cell: Benchmark | undefined) => estimateOf(cell, unit)?.low != null,
    (cell: Benchmark | undefined) => estimateOf(cell, unit) !== undefined,
  ];
  for (const tells of telling)
    for (const row of rows) {
      const at = row.cells.findLastIndex(
        (cell, i) => tells(cell) && rows.some((r) => r !== row && tells(r.cells[i])),
      );
      if (at >= 0) return [row, at];
    }
  return undefined;
}

/** A verb, and what stands between the number and the reference. */
type Verb = [verb: string, as: string];

interface Phrase {
  slow: Verb;
  fast: Verb;
  inverse: boolean;
}

function phrase(unit: string): Phrase {
  if (unit === 'sec/op')
    return { slow: ['takes', ' as long as '], fast: ['is', ' as fast as '], inverse: true };
  if (unit === 'B/op') return plain(['allocates', ' the bytes of ']);
  if (unit === 'allocs/op') return plain(['makes', ' the allocations of ']);
  return plain(['has', ` the ${unit} of `]);
}

function plain(words: Verb): Phrase {
  return { slow: words, fast: words, inverse: false };
}

function told(items: Told[], [one, as]: Verb, name: Piece): Piece[] {
  const sorted = [...items].sort((a, b) => a.ratio - b.ratio);
  const low = sorted[0] as Told;
  const high = sorted[sorted.length - 1] as Told;
  if (sorted.length <= 3) {
    const pairs = sorted.map((t, i): Piece[] => [
      { series: t.series },
      i === 0 ? ` ${one} ` : ' ',
      { number: ratio(t.ratio) },
    ]);
    return [...joined(pairs), as, name];
  }
  const between = sorted.length - 2;
  return [
    { series: low.series },
    ` ${one} `,
    { number: ratio(low.ratio) },
    as,
    name,
    ' and ',
    { series: high.series },
    ' ',
    { number: ratio(high.ratio) },
    `, with ${between} more between them`,
  ];
}

function listed(pieces: Piece[]): Piece[] {
  return joined(pieces.map((p) => [p]));
}

function joined(parts: Piece[][]): Piece[] {
  return parts.flatMap((part, i) => {
    if (i === 0) return part;
    return [i === parts.length - 1 ? ' and ' : ', ', ...part];
  });
}

function capital(pieces: Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (typeof first !== 'string') return pieces;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
}

/** plainText writes the pieces as text, for a screen reader. */
export function plainText(pieces: Piece[]): string {
  return pieces.map((p) => (typeof p === 'string' ? p : 'series' in p ? p.series.label : p.number)).join('');
}
