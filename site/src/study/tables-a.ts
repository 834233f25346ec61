// Study A: the numbers of its figures, the first run against the last, and its sums of π.

import type { Benchmark } from '../data/run.ts';
import { digits } from '../ui/format.ts';
import { at, both, on } from './claim.ts';
import { type Figure, type Line, type Pictured, PUBLISHED_EXEC, UNIT } from './figures.ts';
import { type Mode, type Sweep, sweepValue, sweepXs } from './published.ts';
import { type Cell, here, milliseconds, said, settingsOf, type Table, UNPUBLISHED } from './sheet.ts';
import { type Measured, MODES } from './source.ts';

/** figureTable has the numbers of a figure; both is what it draws of those lines. */
export function figureTable(figure: Figure, lines: Line[], { here: card, xs }: Pictured): Table {
  const { sweep, patterns, number } = figure;
  const shown = patterns.length > 1 ? lines.filter((l) => l.published) : lines;
  return {
    id: `figure-${number}-numbers`,
    title: `The numbers of figure ${number}`,
    about:
      'Published: the median of ten repetitions in one process, with their mean and range. Here: the median ± the wider half of its 95 % interval.',
    subject: 'matmul',
    rows: sweep,
    columns: shown.flatMap((line) => [
      ...(line.published ? [`${line.label}, published`] : []),
      `${line.label}, here`,
    ]),
    groups: patterns.map((pattern, p) => ({
      title: pattern,
      rows: xs.map((x) => ({
        name: x,
        cells: shown.flatMap((line, l) => [
          ...(line.published ? [repetitions(sweep, pattern, line.mode, x)] : []),
          here(card.rows[p * shown.length + l]?.cells[card.xs.indexOf(x)], UNIT),
        ]),
      })),
    })),
  };
}

function repetitions(sweep: Sweep, pattern: Figure['patterns'][number], mode: Mode, x: string): Cell {
  const of = (statistic: 'median' | 'mean' | 'min' | 'max') =>
    sweepValue(sweep, pattern, mode, x, statistic) as number;
  if (!sweepXs(sweep).includes(x)) return UNPUBLISHED;
  const ms = (seconds: number) => digits(seconds * 1000);
  return said(
    milliseconds(of('median') * 1000),
    `mean ${ms(of('mean'))}, ${ms(of('min'))} to ${ms(of('max'))}`,
  );
}

const MODE_NAMES: Record<Mode, string> = {
  go: 'Go',
  kt: 'Kotlin, JVM',
  kt_graal: 'Kotlin, native image',
  kt_ntv: 'Kotlin/Native',
};

export function firstRunTable(measured: Measured | undefined): Table {
  const known = (measured?.benchmarks ?? []).filter(at({ pattern: 'coordinator' }));
  return {
    id: 'first-run',
    title: 'First run against last',
    about:
      'Coordinator. Published: the first and the last of ten repetitions in one process. Here: the first and the tenth operation of a fresh process that did nothing before, with the ratio of the two.',
    subject: 'cold',
    rows: 'runtime',
    columns: ['First, published', 'Last, published', 'First, here', 'Tenth, here'],
    groups: placesOf(known).map(({ n, workers }) => ({
      title: `n = ${n}, workers = ${workers}`,
      rows: MODES.map((mode) => {
        const own = (statistic: 'first' | 'last'): Cell => {
          const known = n === '250' || workers === '8';
          const [sweep, x] = n === '250' ? (['workers', workers] as const) : (['n', n] as const);
          const seconds = known ? sweepValue(sweep, 'coordinator', mode, x, statistic) : undefined;
          return seconds === undefined ? UNPUBLISHED : said(milliseconds(seconds * 1000));
        };
        const b =
          known.find(both(on(measured?.runtimes.get(mode), PUBLISHED_EXEC[mode]), at({ n, workers }))) ??
          known.find(both(on(measured?.runtimes.get(mode)), at({ n, workers })));
        return {
          name: MODE_NAMES[mode],
          cells: [
            own('first'),
            own('last'),
            here(b, 'first-sec/op', b?.values['tenth-sec/op']),
            here(b, 'tenth-sec/op'),
          ],
        };
      }),
    })),
  };
}

// The published place comes first, whether it was measured or not.
function placesOf(benchmarks: Benchmark[]): { n: string; workers: string }[] {
  const places = new Map([['250/1', { n: '250', workers: '1' }]]);
  for (const { parameters } of benchmarks) {
    const { n = '', workers = '' } = parameters;
    places.set(`${n}/${workers}`, { n, workers });
  }
  return [...places.values()];
}

export function piTable(measured: Measured | undefined): Table {
  const notes: Record<string, string> = {
    channel: 'no time given; sums 5001 terms',
    mutex: 'never ran: it writes to an index of an empty list',
    reduce: 'not in the study',
  };
  const columns = MODES.flatMap((mode): [string, Mode, string][] =>
    mode === 'go'
      ? [['Go', mode, 'goroutine']]
      : ['event-loop', 'default'].map((exec) => [`${MODE_NAMES[mode]}, ${exec}`, mode, exec]),
  );
  return {
    id: 'pi',
    title: 'π by a coroutine for each term',
    about:
      'Leibniz’s series, 5000 terms in the study. It prints a time and no report of it was published, so there is nothing to compare ours with.',
    subject: 'pi',
    rows: 'method',
    columns: ['Published', ...columns.map(([label]) => `${label}, here`)],
    groups: settingsOf(measured?.benchmarks ?? [], ['method']).map((setting) => ({
      title: setting.label === '' ? 'terms = 5000' : setting.label,
      rows: ['channel', 'mutex', 'reduce'].map((method) => ({
        name: method,
        cells: [
          said(notes[method] as string),
          ...columns.map(([, mode, exec]) =>
            here(
              measured?.benchmarks.find(
                both(on(measured.runtimes.get(mode), exec), at({ method }), setting.select),
              ),
              UNIT,
            ),
          ),
        ],
      })),
    })),
  };
}
