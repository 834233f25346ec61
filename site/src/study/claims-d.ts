// Study D: counters that ten tasks increment, each its own or all the same one.

import { quantity } from '../format.ts';
import { at, both, type Claim, on, type Select } from './claim.ts';
import { type Measured, parametersOf } from './source.ts';
import { type Finding, generally, notMeasured, type Pair, pairs, times, value } from './weigh.ts';

const TIME = 'sec/op';
const LOST = 'lost-updates/op';
const isolated = at({ variant: 'isolated' });

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
    text: 'For counters that nobody shares, coroutines are by far the fastest: 218 ms for 10¹⁰ increments, where one thread takes 4405 ms.',
    source: 'text and first graph',
    note: 'The compiler had folded the loop. In the author’s later data, of the same loop behind a call, coroutines take as long as one thread: 4184 and 4158 ms.',
    subject: 'counter',
    judge: (m) => generally(execs(m, ['default', 'io', 'event-loop'], ['pool', 'platform'], isolated)),
  },
  {
    id: 'd-folded',
    study: 'D',
    text: 'One thread makes 10⁹ increments in 26 ms: 0.026 ns for each.',
    source: 'later data',
    note: 'That is 38 in a nanosecond, and 5 × 10⁹ take eighty times as long: up to 10⁹ the loop was gone. Here an increment depends on the one before it.',
    subject: 'counter',
    judge: (m) => {
      const jvm = m.runtimes.get('kt');
      return reaches(m, both(on(jvm, 'event-loop'), isolated), TIME, (e) => e.low <= 0.026e-9, 0.026e-9);
    },
  },
  {
    id: 'd-io-third',
    study: 'D',
    text: 'On four processors Dispatchers.IO takes a third of the time of one thread (1427 ms against 4158 ms).',
    source: 'later data',
    subject: 'counter',
    judge: (m) => {
      const { cores } = m.machine;
      if (cores < 4) return notMeasured(`It needs 4 processors, and the machine has ${cores}.`);
      return times(execs(m, ['io'], ['event-loop'], isolated), 2.9, 3);
    },
  },
  {
    id: 'd-lost',
    study: 'D',
    text: 'A shared counter without synchronisation loses nine of ten increments: 1.00 to 1.08 of 10 × 10⁹ survive.',
    source: 'later data',
    note: 'The variant was timed all the same, and then left out of the graph; a synchronised one wasn’t measured.',
    subject: 'counter',
    judge: (m) => {
      const jvm = m.runtimes.get('kt');
      const shared = both(on(jvm, 'pool', 'io'), at({ variant: 'plain' }));
      return reaches(m, shared, LOST, (e) => e.high >= 0.89 && e.low <= 0.9, 0.89);
    },
  },
  {
    id: 'd-volatile',
    study: 'D',
    text: '@Volatile makes a shared counter 100 times slower.',
    source: 'text',
    note: 'Against a loop that could be folded. It loses increments too.',
    subject: 'counter',
    judge: (m) => {
      const jvm = on(m.runtimes.get('kt'), 'pool', 'io');
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
    return notMeasured(all.length > 0 ? 'Fewer than 6 samples at every point.' : 'It wasn’t measured here.');
  const [yes, no] = [known.filter((k) => k.holds), known.filter((k) => !k.holds)];
  const { b, e } = no[0] ?? first;
  const where = parametersOf(b).map(([name, v]) => `${name}=${v}`);
  return {
    verdict: no.length === 0 ? 'confirmed' : yes.length === 0 ? 'refuted' : 'mixed',
    evidence: `At ${where.join(' ')}, ${value({ name: `${b.runtime} ${b.exec}`, estimate: e }, unit)} against the published ${quantity(published, unit)}${known.length > 1 ? `; it holds at ${yes.length} of ${known.length} points` : ''}.`,
  };
}
