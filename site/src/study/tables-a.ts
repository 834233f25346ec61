// Study A: the numbers of its figures, the first run against the last, and what it shows without a number.

import { estimateOf } from '../cards/cards.ts';
import type { Benchmark } from '../data/run.ts';
import { digits } from '../ui/format.ts';
import { at, both, on, type Select } from './claim.ts';
import { type Figure, type Line, type Pictured, PUBLISHED_EXEC, UNIT } from './figures.ts';
import { type Mode, type Sweep, sweepValue, sweepXs } from './published.ts';
import { type Cell, here, milliseconds, said, settingsOf, type Table, UNPUBLISHED } from './sheet.ts';
import { type Measured, MODES, PATTERNS } from './source.ts';

/** figureTable has the numbers of a figure; both is what it draws of those lines. */
export function figureTable(figure: Figure, lines: Line[], { here: card, xs }: Pictured): Table {
  const { sweep, patterns, number } = figure;
  const shown = patterns.length > 1 ? lines.filter((l) => l.published) : lines;
  return {
    id: `figure-${number}-numbers`,
    title: `The numbers of figure ${number}`,
    about:
      'Published: the median of ten repetitions in one process, with their mean and range. Here: the median and the wider half of its 95 % interval.',
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
      'With coordinator. Published: the first and the last of ten repetitions in one process. Here: the first and the tenth operation of a fresh process, with their ratio.',
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

/** The columns of ours in a table of several programs: each build, on the study's exec and on Kotlin's default one. */
const COLUMNS = MODES.flatMap((mode): { label: string; mode: Mode; exec: string }[] =>
  mode === 'go'
    ? [{ label: 'Go, here', mode, exec: PUBLISHED_EXEC[mode] }]
    : [PUBLISHED_EXEC[mode], 'default'].map((exec) => ({
        label: `${MODE_NAMES[mode]}, ${exec}, here`,
        mode,
        exec,
      })),
);

/** inColumns finds what select selects in each of COLUMNS. */
function inColumns(measured: Measured | undefined, select: Select): (Benchmark | undefined)[] {
  return COLUMNS.map(({ mode, exec }) =>
    measured?.benchmarks.find(both(on(measured.runtimes.get(mode), exec), select)),
  );
}

export function piTable(measured: Measured | undefined): Table {
  const notes: Record<string, string> = {
    channel: 'no time given; sums 5001 terms',
    mutex: 'never ran: it writes to an index of an empty list',
    reduce: 'not in the study',
  };
  return {
    id: 'pi',
    title: 'π by a coroutine for each term',
    about: 'Leibniz’s series, 5000 terms in the study. Its program prints a time, but no time was published.',
    subject: 'pi',
    rows: 'method',
    columns: ['Published', ...COLUMNS.map(({ label }) => label)],
    groups: settingsOf(measured?.benchmarks ?? [], ['method']).map((setting) => ({
      title: setting.label === '' ? 'terms = 5000' : setting.label,
      rows: ['channel', 'mutex', 'reduce'].map((method) => ({
        name: method,
        cells: [
          said(notes[method] as string),
          ...inColumns(measured, both(at({ method }), setting.select)).map((b) => here(b, UNIT)),
        ],
      })),
    })),
  };
}

/** How the sequential product walks its matrices, the fastest first: it is the base of the others. */
const KERNELS = ['transposed', 'ikj', 'ijk'];

export function sequentialTable(measured: Measured | undefined): Table {
  const sizes = [...new Set((measured?.benchmarks ?? []).filter(sequential).map((b) => b.parameters.n))];
  const of = (n: string, kernel: string) =>
    inColumns(
      measured,
      both(sequential, at({ n }), (b) => (b.parameters.kernel ?? 'transposed') === kernel),
    );
  // One thread has no use for a second scheduler: the base is the same for both.
  const bases = (n: string) => {
    const known = of(n, 'transposed');
    return COLUMNS.map(({ mode }) => {
      const own = known[COLUMNS.findIndex((c) => c.mode === mode)];
      return own && estimateOf(own, UNIT);
    });
  };
  return {
    id: 'sequential',
    title: 'Speed-up over one thread',
    about:
      'The study has no sequential product to compare with. Here: the product without a message, and the three patterns with 8 workers; each with its ratio to the sequential product whose second matrix is transposed, as it is for the patterns. Below 1×, a pattern is faster than one thread.',
    subject: 'sequential',
    rows: 'program',
    columns: ['Published', ...COLUMNS.map(({ label }) => label)],
    groups: (sizes.length > 0 ? sizes : ['250']).map((n = '') => ({
      title: `n = ${n}`,
      rows: [
        ...KERNELS.map((kernel) => ({ name: `sequential, ${kernel}`, found: of(n, kernel) })),
        ...PATTERNS.map((pattern) => ({
          name: `${pattern}, 8 workers`,
          found: inColumns(measured, at({ pattern, n, workers: '8' })),
        })),
      ].map(({ name, found }) => ({
        name,
        cells: [
          said('not in the study'),
          ...found.map((b, i) => here(b, UNIT, name === 'sequential, transposed' ? undefined : bases(n)[i])),
        ],
      })),
    })),
  };
}

const sequential = at({ pattern: 'sequential' });

const PROGRAMS: Record<string, string> = {
  Condition: 'a condition over a mutex: its signals may be lost when a waiter is cancelled',
  BoundedBuffer: 'not in the study',
  SelectFanIn: 'select is described, not measured',
  Broadcast: 'SharedFlow is described, not measured',
  Cancel: 'cancellation is shown by an example, not measured',
};

export function programsTable(measured: Measured | undefined): Table {
  return {
    id: 'programs',
    title: 'The report’s other programs',
    about:
      'The report describes or shows these without a time. Each is a workload of this suite; the time is of one of its operations.',
    subject: 'programs',
    rows: 'parameters',
    columns: ['Published', ...COLUMNS.map(({ label }) => label)],
    groups: Object.entries(PROGRAMS).map(([workload, note]) => {
      const own = (measured?.benchmarks ?? []).filter((b) => b.workload === workload);
      return {
        title: workload,
        rows: settingsOf(own, []).map((setting) => ({
          name: setting.label === '' ? 'as measured here' : setting.label,
          cells: [
            said(note),
            ...inColumns(
              measured,
              both((b) => b.workload === workload, setting.select),
            ).map((b) => here(b, UNIT)),
          ],
        })),
      };
    }),
  };
}
