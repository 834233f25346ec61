// One sentence for a card: what its chart shows at the largest x that the first series was measured at.

import type { Benchmark, Unit } from '../data/run.ts';
import { ratio } from '../ui/format.ts';
import { type Card, estimateOf, type Row, unsettled } from './cards.ts';
import { difference } from './difference.ts';
import { shared } from './entry.ts';
import { clauses, listed, type Piece } from './sentence.ts';
import type { Series } from './series.ts';

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
    if (series === first.series || !other || cells[at]?.unranked || unsettled(cells[at], unit.name)) continue;
    // What was measured in another job or on another machine stands beside it, and is not compared.
    if (!shared(first.series, series).job) continue;
    const d = difference(base, other);
    if (d.clarity === 'unknown' || d.ratio === undefined) unknown.push(series);
    else if (d.clarity === 'same') same.push(series);
    else (d.ratio > 1 ? more : less).push({ series, ratio: d.ratio });
  }

  const parts: Piece[][] = [];
  const name: Piece = { series: first.series };
  const words = phrase(unit.name);
  if (less.length > 0) {
    const turned = words.inverse ? less.map((t) => ({ ...t, ratio: 1 / t.ratio })) : less;
    parts.push(told(turned, words.less, name));
  }
  if (more.length > 0) parts.push(told(more, words.more, name));
  if (same.length > 0)
    parts.push(['no clear difference between ', name, ' and ', ...listed(same.map((s) => [{ series: s }]))]);
  if (unknown.length > 0 && parts.length === 0)
    parts.push([
      base.samples.length === 0
        ? 'the single samples of this run are not kept, so nothing tells its runtimes apart'
        : 'too few samples to tell the runtimes apart',
    ]);

  const [opening, ...rest] = parts;
  if (!opening) return [];
  const where = x === undefined || card.xs.length < 2 ? [] : [`at ${x} = ${card.xs[at]}, `];
  return clauses([[...where, ...opening], ...rest]);
}

// The first series that has a value is what others are compared with, at the largest x where it isn't alone in its job;
// an x with intervals comes before one without, which could tell nothing.
function reference(rows: Row[], unit: string): [Row, number] | undefined {
  const telling = [
    (cell: Benchmark | undefined) => estimateOf(cell, unit)?.low != null,
    (cell: Benchmark | undefined) => estimateOf(cell, unit) !== undefined,
  ];
  for (const tells of telling)
    for (const row of rows) {
      const at = row.cells.findLastIndex(
        (cell, i) =>
          tells(cell) &&
          !cell?.unranked &&
          !unsettled(cell, unit) &&
          rows.some((r) => r !== row && shared(row.series, r.series).job && tells(r.cells[i])),
      );
      if (at >= 0) return [row, at];
    }
  return undefined;
}

/** A verb, what stands between the number and the reference, and what comes after it. */
type Verb = [verb: string, as: string, after?: string];

interface Phrase {
  more: Verb;
  less: Verb;
  /** Whether less is told as the inverse ratio: "takes 0.71× as long" is right, "is 1.41× as fast" is what people say. */
  inverse: boolean;
}

const PHRASES: Record<string, Phrase> = {
  'sec/op': speed(),
  'first-sec/op': speed(' for its first operation', ' in its first operation'),
  'tenth-sec/op': speed(' for its tenth operation', ' in its tenth operation'),
  'start-sec': speed(' to its first result', ' to its first result'),
  'warmup-sec': plain(['takes', ' the time of ', ' to get warm']),
  'cpu-sec/op': plain(['uses', ' the CPU time of ']),
  'B/op': plain(['allocates', ' the bytes of ']),
  'allocs/op': plain(['makes', ' the allocations of ']),
  'peak-rss-bytes': plain(['takes', ' the memory of ', ' at its peak']),
  'threads-started': plain(['starts', ' the threads of ']),
  'threads-peak': plain(['has', ' the threads of ', ' at its peak']),
  'binary-bytes': plain(['has', ' the binary size of ']),
};

function phrase(unit: string): Phrase {
  return PHRASES[unit] ?? plain(['has', ` the ${unit} of `]);
}

function speed(slow = '', fast = ''): Phrase {
  return { more: ['takes', ' as long as ', slow], less: ['is', ' as fast as ', fast], inverse: true };
}

function plain(words: Verb): Phrase {
  return { more: words, less: words, inverse: false };
}

function told(items: Told[], [verb, as, after = '']: Verb, name: Piece): Piece[] {
  const sorted = [...items].sort((a, b) => a.ratio - b.ratio);
  const low = sorted[0] as Told;
  const high = sorted[sorted.length - 1] as Told;
  if (sorted.length <= 3) {
    const pairs = sorted.map((t, i): Piece[] => [
      { series: t.series },
      i === 0 ? ` ${verb} ` : ' ',
      { number: ratio(t.ratio) },
    ]);
    return [...listed(pairs), as, name, ...tail(after)];
  }
  const between = sorted.length - 2;
  return [
    { series: low.series },
    ` ${verb} `,
    { number: ratio(low.ratio) },
    as,
    name,
    ...tail(after),
    ' and ',
    { series: high.series },
    ' ',
    { number: ratio(high.ratio) },
    `, with ${between} more between them`,
  ];
}

function tail(after: string): Piece[] {
  return after === '' ? [] : [after];
}
