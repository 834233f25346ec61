import { describe, expect, test } from 'vitest';
import type { Card } from '../src/cards/cards.ts';
import { facets, without } from '../src/cards/facets.ts';
import type { Series } from '../src/cards/series.ts';
import { look } from '../src/chart/palette.ts';
import type { Benchmark } from '../src/data/run.ts';
import { machineNames } from '../src/ui/machine.ts';

const series = (runtime: string, machine: string): Series => ({
  key: runtime,
  label: runtime,
  runtime,
  exec: '',
  look: look(0, 0),
  origin: {
    job: machine,
    machine,
    run: { machine: { goos: '', goarch: '', cpu: machine, cores: 1 }, commit: '', date: '' },
  },
});
const value = (unit = 'sec/op') =>
  ({
    values: { [unit]: { center: 1, low: 1, high: 1, n: 6, samples: [] } },
    failures: [],
  }) as unknown as Benchmark;

describe('cards of several machines', () => {
  const card: Card = {
    where: [],
    xs: ['1', '2'],
    rows: [
      { series: series('go', 'A'), cells: [value(), value()] },
      { series: series('go @ x', 'B'), cells: [undefined, value()] },
    ],
  };

  test('are one for each, with its own x values', () => {
    const parts = facets([card], [card], 'sec/op');
    expect(parts.map((p) => [p.machine, p.card.xs, p.card.rows.length])).toEqual([
      ['A', ['1', '2'], 1],
      ['B', ['2'], 1],
    ]);
    expect(without([card], parts)).toEqual([]);
  });

  test('are left out where there is nothing to draw, and named', () => {
    const ratios: Card = {
      ...card,
      rows: [
        { series: series('go', 'A'), cells: [value('ratio'), value('ratio')] },
        { series: series('go @ x', 'B'), cells: [undefined, { ...value(), values: {} }] },
      ],
    };
    const parts = facets([card], [ratios], 'ratio');
    expect(parts.map((p) => p.machine)).toEqual(['A']);
    expect(parts[0]?.drawn.rows[0]?.cells[0]?.values).toHaveProperty('ratio');
    expect(without([card], parts)).toEqual(['B']);
  });

  test('of one machine stay whole', () => {
    const alone = { ...card, rows: card.rows.map((r) => ({ ...r, series: series(r.series.key, 'A') })) };
    expect(facets([alone], [alone], 'sec/op')).toEqual([{ card: alone, drawn: alone, machine: undefined }]);
  });
});

const machine = (cpu: string, cores = 4, goos = 'linux') => ({ goos, goarch: 'amd64', cpu, cores });

test.each([
  [
    [machine('AMD EPYC 7763 64-Core Processor'), machine('Intel(R) Xeon(R) 8370C CPU @ 2.80GHz')],
    ['AMD EPYC 7763', 'Intel Xeon 8370C'],
  ],
  [
    [machine('EPYC', 2), machine('EPYC')],
    ['EPYC, 2 cores', 'EPYC, 4 cores'],
  ],
  [
    [machine('EPYC'), machine('EPYC', 4, 'windows')],
    ['EPYC, 4 cores, linux amd64', 'EPYC, 4 cores, windows amd64'],
  ],
])('machines of %j are called %j', (machines, want) => expect(machineNames(machines)).toEqual(want));
