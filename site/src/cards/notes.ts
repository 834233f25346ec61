// What charts can't show, in words: runtimes that were skipped, samples that failed, values to be careful with.

import type { Benchmark, Run } from '../data/run.ts';
import { count } from '../ui/format.ts';
import { type Card, estimateOf } from './cards.ts';

export interface Note {
  kind: 'skipped' | 'failed' | 'careful';
  text: string;
}

/** notesOf lists the notes on what the cards show; a list of places is cut after three. */
export function notesOf(run: Run, cards: Card[], unit: string): Note[] {
  const notes: Note[] = run.runtimes
    .filter((r) => r.status === 'skipped')
    .map((r) => ({ kind: 'skipped', text: `${r.name} was skipped: ${r.reason}` }));

  const failed = new Map<string, { total: number; where: string[] }>();
  const unsteady = new Map<string, string[]>();
  const said = new Map<string, string[]>();
  const few: string[] = [];
  for (const card of cards)
    for (const row of card.rows)
      for (const cell of row.cells) {
        if (!cell) continue;
        for (const f of cell.failures) {
          const key = `${row.series.label}\n${f.reason}`;
          const entry = failed.get(key) ?? { total: 0, where: [] };
          entry.total += f.count;
          entry.where.push(cell.name);
          failed.set(key, entry);
        }
        if (cell.unsteady > 0)
          unsteady.set(row.series.label, [...(unsteady.get(row.series.label) ?? []), cell.name]);
        for (const text of [
          ...cell.notes.map((n) => n.reason),
          ...(cell.unranked ? [`not ranked: ${cell.unranked}`] : []),
        ]) {
          const key = `${row.series.label}: ${text}`;
          said.set(key, [...(said.get(key) ?? []), cell.name]);
        }
        const e = estimateOf(cell, unit);
        if (e && (e.low === null || e.high === null)) few.push(cell.name);
      }
  for (const [key, { total, where }] of failed) {
    const [label, reason] = key.split('\n');
    notes.push({
      kind: 'failed',
      text: `${label}: ${count(total, 'sample')} failed (${reason}) in ${places(where)}`,
    });
  }
  for (const text of unsteadyIn(unsteady)) notes.push({ kind: 'careful', text });
  for (const [text, where] of said) notes.push({ kind: 'careful', text: `${text}, in ${places(where)}` });
  if (few.length > 0)
    notes.push({
      kind: 'careful',
      text: `${count(few.length, 'value')} with fewer than 6 samples: too few for a 95 % interval`,
    });
  return notes;
}

// Of many series a line each would be longer than the chart that they stand under.
function unsteadyIn(series: Map<string, string[]>): string[] {
  const why = '(times were still changing)';
  if (series.size <= 2)
    return [...series].map(([label, where]) => `${label}: unsteady samples ${why} in ${places(where)}`);
  const counts = [...series].map(([label, where]) => `${label} in ${count(new Set(where).size, 'value')}`);
  return [`Unsteady samples ${why}: ${counts.join(', ')}`];
}

function places(names: string[]): string {
  const unique = [...new Set(names)];
  const shown = unique.slice(0, 3).join(', ');
  return unique.length > 3 ? `${shown} and ${unique.length - 3} more` : shown;
}

/** remarks are the marks that a benchmark carries into its table cell. */
export function remarks(benchmark: Benchmark): Note[] {
  const notes: Note[] = benchmark.failures.map((f) => ({
    kind: 'failed',
    text: f.count > 1 ? `failed ${f.count}×: ${f.reason}` : `failed: ${f.reason}`,
  }));
  for (const n of benchmark.notes) notes.push({ kind: 'careful', text: n.reason });
  if (benchmark.unranked) notes.push({ kind: 'careful', text: `not ranked: ${benchmark.unranked}` });
  if (benchmark.unsteady > 0) notes.push({ kind: 'careful', text: `${benchmark.unsteady} unsteady` });
  return notes;
}
