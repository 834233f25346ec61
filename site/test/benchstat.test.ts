// The command that a page prints, run with the real benchstat on the file that it names: the same numbers, no warning.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { difference } from '../src/cards/difference.ts';
import type { Benchmark } from '../src/data/run.ts';
import { command } from '../src/ui/reproduce.ts';
import { goldenRun } from './golden.ts';

const GO = fileURLToPath(new URL('../../go/', import.meta.url));
const history = `${GO}internal/publish/testdata/history/tour/`;

/** printed runs the page's command on a file, with benchstat's other format, and splits its lines. */
function printed(id: string, text: string): string[][] {
  const [, benchstat = ''] = command('', id).split('|\n');
  const line = `${benchstat.replace('benchstat', 'go tool benchstat -format csv')} 2>&1`;
  const out = execFileSync('sh', ['-c', line], { cwd: GO, input: text, encoding: 'utf8' });
  return out.split('\n').map((row) => row.split(','));
}

test('the command on the page prints the numbers of the page', { timeout: 60_000 }, () => {
  const run = goldenRun('tour');
  const file = (readdirSync(history, { recursive: true }) as string[]).find((f) => f.endsWith('.txt')) ?? '';
  const rows = printed(run.id, readFileSync(history + file, 'utf8'));
  // csv adds that samples are too few to tell; nothing else is warned of.
  expect(rows.flat().filter((word) => /vary in|warn/i.test(word))).toEqual([]);

  const unit = 'sec/op';
  const start = rows.findIndex((row) => row[1] === unit);
  const base = run.benchmarks.filter((b) => b.runtime === run.runtimes[0]?.name);
  expect(start).toBeGreaterThan(0);
  let compared = 0;
  for (const row of rows.slice(start + 1, start + 1 + base.length)) {
    const [name = '', ...columns] = row;
    const first = base.find((b) => name.startsWith(`${b.name}-`) || name === b.name);
    if (!first) throw new Error(`no ${name} on the page`);
    const twins = run.benchmarks.filter((b: Benchmark) => b.name === first.name && b !== first);
    const own = first.values[unit];
    if (!own) throw new Error(`${name}: no time`);
    expect(Number(columns[0])).toBeCloseTo(own.center, 9);
    twins.forEach((twin, i) => {
      const other = twin.values[unit];
      if (!other) return;
      const [center, , , p] = columns.slice(2 + i * 4, 6 + i * 4);
      expect(Number(center), `${name} ${twin.runtime}`).toBeCloseTo(other.center, 9);
      const d = difference(own, other);
      expect(p, `${name} ${twin.runtime}`).toBe(`p=${d.p?.toFixed(3)} n=${own.n}`);
      compared++;
    });
  }
  expect(compared).toBeGreaterThan(6);
});
