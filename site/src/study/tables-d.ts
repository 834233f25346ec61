// Study D: counters, each its own or all the same one.

import { quantity } from '../ui/format.ts';
import { at, both } from './claim.ts';
import { UNIT } from './figures.ts';
import { published } from './published.ts';
import { type Cell, here, milliseconds, said, settingsOf, type Table, UNPUBLISHED, way } from './sheet.ts';
import type { Measured } from './source.ts';

/** The row of what one thread does alone: here an event loop with one worker. */
const ALONE = 'alone';

export function isolatedTable(measured: Measured | undefined): Table {
  const { work } = published.d;
  const times: Record<string, number[]> = published.d.isolated;
  const all = (measured?.benchmarks ?? []).filter(at({ variant: 'isolated' }));
  const own = all.filter((b) => b.parameters.workers !== '1');
  const alone = all.filter((b) => b.parameters.workers === '1');
  const settings = settingsOf(own, ['variant', 'workers']);
  const ways: [exec: string, name: string, row: string | undefined][] = [
    [ALONE, 'one thread', 'single'],
    ['pool', 'fixed pool', 'pool'],
    ['event-loop', 'coroutines on one thread', 'event-loop'],
    ['io', 'Dispatchers.IO', 'io'],
    ['default', 'Dispatchers.Default', undefined],
    ['platform', 'thread for each', undefined],
    ['virtual', 'virtual thread for each', undefined],
    ['goroutine', 'Go: goroutine for each', undefined],
  ];
  const power = (n: number) => `${n / 1e9} × 10⁹`;
  return {
    id: 'isolated',
    title: 'Isolated counters',
    about:
      'Published: the later data, on 4 processors, one measurement each. Its “Default” is coroutines on one thread. The compiler could remove the loop, and did up to 10⁹; so the time for each increment is computed from 10¹⁰. Here: the time of one increment, which depends on the one before it and so can’t be folded. It is the same for 10⁸ and for 2 × 10⁹ increments, so 10¹⁰ are not measured.',
    subject: 'counter',
    rows: 'run by',
    columns: [...work.map((w) => `${power(w)}, published`), 'For each, published', 'Here'],
    groups: settings.map((setting) => ({
      title: setting.label === '' ? 'isolated' : `isolated; here ${setting.label}`,
      rows: ways.map(([exec, name, row]) => {
        const list = row === undefined ? undefined : times[row];
        const last = list?.at(-1);
        const most = work.at(-1) as number;
        return {
          name,
          cells: [
            ...work.map((_, i): Cell => (list ? said(milliseconds(list[i] as number)) : UNPUBLISHED)),
            last === undefined ? UNPUBLISHED : said(quantity(last / 1000 / most, UNIT)),
            exec === ALONE
              ? here(alone.find(both(way(measured, 'event-loop'), setting.select)), UNIT)
              : here(own.find(both(way(measured, exec), setting.select)), UNIT),
          ],
        };
      }),
    })),
  };
}

export function sharedTable(measured: Measured | undefined): Table {
  const told: Record<string, string> = {
    'sec/op returned': 'a graph without numbers',
    'sec/op plain': 'a graph without the threads',
    'lost-updates/op plain': '0.89 to 0.90',
    'sec/op volatile': '“100 times slower”',
  };
  const variants = ['returned', 'atomic', 'mutex', 'striped', 'confined', 'plain', 'volatile'];
  const ways: [exec: string, name: string][] = [
    ['goroutine', 'Go'],
    ['default', 'Default'],
    ['io', 'IO'],
    ['pool', 'pool'],
    ['platform', 'threads'],
    ['virtual', 'virtual threads'],
  ];
  const own = (measured?.benchmarks ?? [])
    .filter(at({ variant: variants }))
    .filter((b) => b.parameters.workers !== '1');
  const units: [unit: string, title: string][] = [
    [UNIT, 'Time of an increment'],
    ['lost-updates/op', 'Share of increments that got lost'],
  ];
  return {
    id: 'shared',
    title: 'Returned and shared counters',
    about:
      'Plain and volatile are data races. They are measured to show how much they lose, and they are ranked nowhere. The study had no synchronised counter.',
    subject: 'counter',
    rows: 'variant',
    columns: ['Published', ...ways.map(([, name]) => `${name}, here`)],
    groups: settingsOf(own, ['variant']).flatMap((setting) =>
      units.map(([unit, title]) => ({
        title: setting.label === '' ? title : `${title}, ${setting.label}`,
        rows: variants.map((variant) => {
          const text = told[`${unit} ${variant}`];
          return {
            name: variant,
            cells: [
              text === undefined ? UNPUBLISHED : said(text),
              ...ways.map(([exec]) =>
                here(own.find(both(way(measured, exec), at({ variant }), setting.select)), unit),
              ),
            ],
          };
        }),
      })),
    ),
  };
}
