import { expect, test } from 'vitest';
import { runOf } from '../src/data/run.ts';
import { site } from '../src/data/site.ts';
import { cellsOf } from '../src/home/cells.ts';
import { json } from './golden.ts';

const read = (set: string) => {
  const { matrix, runs } = site(json(`${set}/index.json`), set);
  const own = runs.filter((r) => matrix.some((c) => c.run === r.id));
  return { matrix, runs: own.map((r) => runOf(json(`${set}/${r.file}`), r.file)) };
};

test.each(['self', 'sweep', 'tour', 'trend'])('%s: against Go, cells are those that publish wrote', (set) => {
  const { matrix, runs } = read(set);
  const cells = cellsOf(runs, 'go');
  expect(cells.filter((c) => c.runtime !== 'go').length).toBe(matrix.length);
  expect(matrix.length).toBeGreaterThan(0);
  for (const want of matrix) {
    const { workload, runtime, exec } = want;
    const got = cells.find((c) => c.workload === workload && c.runtime === runtime && c.exec === exec);
    if (!got) throw new Error(`${workload} ${runtime} ${exec}: no cell`);
    for (const key of ['unit', 'first', 'twins', 'differ', 'careful', 'unsteady', 'run'] as const)
      expect(got[key], `${workload} ${runtime} ${key}`).toBe(want[key]);
    for (const key of ['ratio', 'low', 'high'] as const)
      expect(got[key], `${workload} ${runtime} ${key}`).toBeCloseTo(want[key], 2);
  }
});

test.each(['self', 'trend'])('%s: two runtimes have each other’s ratio, turned round', (set) => {
  const { runs } = read(set);
  const toGo = cellsOf(runs, 'go').filter((c) => c.runtime === 'jvm-25' && c.first);
  expect(toGo.length).toBeGreaterThan(0);
  const fromGo = cellsOf(runs, 'jvm-25');
  for (const c of toGo) {
    const back = fromGo.find((o) => o.runtime === 'go' && o.workload === c.workload);
    expect((back?.ratio ?? 0) * c.ratio).toBeCloseTo(1, 9);
    expect((back?.low ?? 0) * c.high).toBeCloseTo(1, 9);
  }
});

test('measured values have the ratio that stands beside them', () => {
  const cells = cellsOf(read('trend').runs, 'jvm-25');
  const base = cells.filter((c) => c.runtime === 'jvm-25');
  expect(base.length).toBeGreaterThan(0);
  for (const c of cells) {
    const own = base.find((b) => b.workload === c.workload);
    expect(own?.ratio).toBe(1);
    if (c.twins === own?.twins) expect(c.center / own.center).toBeCloseTo(c.ratio, 9);
  }
});
