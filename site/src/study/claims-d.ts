// Study D: counters that ten tasks increment, each its own or all the same one.

import { quantity } from '../ui/format.ts';
import { at, both, type Claim, on, type Select } from './claim.ts';
import { type Measured, parametersOf } from './source.ts';
import { type Finding, generally, notMeasured, type Pair, pairs, times, value } from './weigh.ts';

const TIME = 'sec/op';
const LOST = 'lost-updates/op';
const isolated = at({ variant: 'isolated' });
/** On all processors: the study's four, which one alone says nothing of. */
const parallel: Select = (b) => !('cpus' in b.parameters);
/** Counted by one thread, where the study's ten tasks became one. */
const single = both(at({ workers: '1' }), (b) => b.exec === 'event-loop');
const shared: Select = (b) => b.parameters.workers !== '1';

/** Against one thread that does all the work; everything else is the same. */
function againstOne(measured: Measured, less: string[], where: Select): Pair[] {
  const jvm = measured.runtimes.get('kt');
  return pairs(measured.benchmarks, {
    unit: TIME,
    apart: ['exec', 'workers'],
    less: both(on(jvm, ...less), shared, where),
    more: both(on(jvm), single, where),
  });
}

/** What the study measured on four processors; fewer can't do it. */
function onFour(measured: Measured, judge: () => Finding): Finding {
  const { cores } = measured.machine;
  return cores < 4 ? notMeasured(`This claim needs 4 processors; this machine has ${cores}.`) : judge();
}

function execs(measured: Measured, less: string[], more: string[], where: Select): Pair[] {
  const jvm = measured.runtimes.get('kt');
  return pairs(measured.benchmarks, {
    unit: TIME,
    apart: ['exec'],
    less: both(on(jvm, ...less), where),
    more: both(on(jvm, ...more), where),
  });
}

export const counterClaims: Claim[] = [
  {
    id: 'd-coroutines-fastest',
    study: 'D',
    text: 'For counters that are not shared, coroutines are by far the fastest: 218 ms for 10¹⁰ increments, against 4405 ms on one thread.',
    source: '“Results of isolated”, and output.csv',
    note: 'The compiler had folded the loop. In the author’s later data the loop stands behind a call, and coroutines take as long as one thread: 4184 and 4158 ms.',
    subject: 'counter',
    judge: (m) =>
      generally([
        ...execs(m, ['default', 'io', 'event-loop'], ['pool', 'platform'], both(shared, isolated)),
        ...againstOne(m, ['default', 'io', 'event-loop'], isolated),
      ]),
  },
  {
    id: 'd-folded',
    study: 'D',
    text: 'One thread makes 10⁹ increments in 26 ms: 0.026 ns for each.',
    source: 'visualize/isolated-4.csv',
    note: 'That would be 38 increments in a nanosecond, and 5 × 10⁹ take eighty times as long: the compiler had removed the loop up to 10⁹. Here each increment depends on the one before it.',
    subject: 'counter',
    judge: (m) => {
      const jvm = m.runtimes.get('kt');
      return reaches(m, both(on(jvm), single, isolated, parallel), TIME, (e) => e.low <= 0.026e-9, 0.026e-9);
    },
  },
  {
    id: 'd-io-third',
    study: 'D',
    text: 'On four processors, Dispatchers.IO takes a third of the time of one thread: 1427 ms against 4158 ms.',
    source: 'visualize/isolated-4.csv',
    subject: 'counter',
    judge: (m) => onFour(m, () => times(againstOne(m, ['io'], both(isolated, parallel)), 2.5, 3.5)),
  },
  {
    id: 'd-lost',
    study: 'D',
    text: 'A shared counter without synchronisation loses nine of ten increments: 1.00 to 1.08 of 10 × 10⁹ survive.',
    source: 'visualize/shared-4.csv',
    note: 'It was timed but left out of the graph. No synchronised counter was measured.',
    subject: 'counter',
    judge: (m) =>
      onFour(m, () => {
        const plain = both(on(m.runtimes.get('kt'), 'pool', 'io'), at({ variant: 'plain' }), parallel);
        return reaches(m, plain, LOST, (e) => e.high >= 0.89 && e.low <= 0.9, 0.89);
      }),
  },
  {
    id: 'd-volatile',
    study: 'D',
    text: '@Volatile makes a shared counter 100 times slower.',
    source: '“Results of shared”',
    note: 'The comparison is with a loop that could be folded. A volatile counter loses increments too.',
    subject: 'counter',
    judge: (m) => {
      const jvm = both(on(m.runtimes.get('kt'), 'pool', 'io'), parallel);
      return times(
        pairs(m.benchmarks, {
          unit: TIME,
          apart: ['variant'],
          less: both(jvm, at({ variant: 'plain' })),
          more: both(jvm, at({ variant: 'volatile' })),
        }),
        80,
        120,
      );
    },
  },
];

interface Bounds {
  low: number;
  high: number;
}

// Whether single values are what was published, which no pair of values tells.
function reaches(
  measured: Measured,
  select: Select,
  unit: string,
  holds: (e: Bounds) => boolean,
  published: number,
): Finding {
  const all = measured.benchmarks.filter((b) => select(b) && unit in b.values);
  const known = all.flatMap((b) => {
    const e = b.values[unit];
    return e && e.low !== null && e.high !== null
      ? [{ b, e, holds: holds({ low: e.low, high: e.high }) }]
      : [];
  });
  const [first] = known;
  if (!first)
    return notMeasured(all.length > 0 ? 'Every value has fewer than 6 samples.' : 'Not measured here.');
  const [yes, no] = [known.filter((k) => k.holds), known.filter((k) => !k.holds)];
  const { b, e } = no[0] ?? first;
  const where = parametersOf(b).map(([name, v]) => `${name}=${v}`);
  return {
    verdict: no.length === 0 ? 'confirmed' : yes.length === 0 ? 'refuted' : 'mixed',
    evidence: `At ${where.join(' ')}, ${value({ name: `${b.runtime} ${b.exec}`, estimate: e }, unit)} against the published ${quantity(published, unit)}${known.length > 1 ? `; it holds at ${yes.length} of ${known.length} points` : ''}.`,
  };
}
