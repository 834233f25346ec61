// Study A: matrix multiplication by message passing. Its Kotlin ran on one thread (exec event-loop), its Go on all.

import { at, both, type Claim, on, type Select } from './claim.ts';
import { LABELS } from './figures.ts';
import { type Measured, MODES } from './source.ts';
import {
  everywhere,
  type Finding,
  generally,
  level,
  mostly,
  noGain,
  type Pair,
  pairs,
  times,
} from './weigh.ts';

const TIME = 'sec/op';

/** As the study ran it: goroutines in Go, one thread in Kotlin. */
const asPublished: Select = (b) => b.exec === 'goroutine' || b.exec === 'event-loop';

function patterns(measured: Measured, less: string, more: string[]): Pair[] {
  const of = (...values: string[]) => both(asPublished, at({ pattern: values }));
  return pairs(measured.benchmarks, { unit: TIME, apart: ['pattern'], less: of(less), more: of(...more) });
}

function runtimes(measured: Measured, less: Select, more: Select, where: Select = () => true): Pair[] {
  return pairs(measured.benchmarks.filter(where), {
    unit: TIME,
    apart: ['runtime', 'exec'],
    less: both(asPublished, less),
    more: both(asPublished, more),
  });
}

/** Many workers against one. */
function crowd(measured: Measured, select: Select, fewerTakesLess: boolean): Pair[] {
  const one = both(select, at({ workers: '1', n: '250' }));
  const many = both(select, at({ workers: ['8', '50'], n: '250' }));
  return pairs(measured.benchmarks, {
    unit: TIME,
    apart: ['workers'],
    less: fewerTakesLess ? one : many,
    more: fewerTakesLess ? many : one,
  });
}

/** covering adds to what is said of all runtimes which of them it isn't said of. */
function covering({ runtimes: measured }: Measured, finding: Finding): Finding {
  const lacking = MODES.filter((mode) => !measured.has(mode)).map((mode) => LABELS[mode]);
  if (finding.verdict === 'not measured' || lacking.length === 0) return finding;
  const evidence = `${finding.evidence.slice(0, -1)}; not measured: ${lacking.join(', ')}.`;
  return { ...finding, evidence };
}

export const matrixClaims: Claim[] = [
  {
    id: 'a-go-everywhere',
    study: 'A',
    text: 'Go takes less time than Kotlin in every scenario.',
    source: 'section 4: “seems to be less time consuming”',
    own: 'refuted',
    note: 'Its own medians say otherwise: Kotlin on the JVM takes 242 ms and Go 287 ms (coordinator, n = 500), and 49.1 s against 76.3 s (pure, n = 2000).',
    subject: 'matmul',
    judge: (m) => covering(m, everywhere(runtimes(m, on('go'), (b) => b.runtime !== 'go'))),
  },
  {
    id: 'a-jvm-pure',
    study: 'A',
    text: 'With pure and n of 1000 or more, Kotlin on the JVM takes less time than Go.',
    source: 'figure 9',
    subject: 'matmul',
    judge: (m) =>
      generally(
        runtimes(
          m,
          on(m.runtimes.get('kt')),
          on('go'),
          at({ pattern: 'pure', workers: '8', n: ['1000', '1500', '2000'] }),
        ),
      ),
  },
  {
    id: 'a-go-constant',
    study: 'A',
    text: 'With fan, Go’s time is almost constant from one worker (22.3 ms) to fifty (20.7 ms).',
    source: 'section 3.6.1, figure 4',
    note: 'Section 4 claims this for all patterns. In its own means, coordinator grows from 46 to 57 ms and pure from 77 to 111 ms. Each worker’s channel had room for n² messages in Go and for 64 in Kotlin, so the memory of the channels grew with the workers.',
    subject: 'matmul',
    judge: (m) => level(crowd(m, both(on('go'), at({ pattern: 'fan' })), true), 0.1),
  },
  {
    id: 'a-no-speed-up',
    study: 'A',
    text: 'With fan, more workers do not make Kotlin faster: 8 or 50 take as long as one.',
    source: 'figure 4, as we read it',
    note: 'Kotlin ran on one thread for any number of workers. Even so, its means for coordinator and pure fall by 4 to 31 % from one worker to fifty.',
    subject: 'matmul',
    judge: (m) =>
      noGain(
        crowd(
          m,
          both(asPublished, (b) => b.runtime !== 'go', at({ pattern: 'fan' })),
          false,
        ),
      ),
  },
  {
    id: 'a-pure-slowest',
    study: 'A',
    text: 'Pure is the slowest of the three patterns, on every runtime.',
    source: 'section 3.5, figures 2 and 3',
    subject: 'matmul',
    judge: (m) =>
      covering(m, everywhere([...patterns(m, 'fan', ['pure']), ...patterns(m, 'coordinator', ['pure'])])),
  },
  {
    id: 'a-fan-fastest',
    study: 'A',
    text: 'Fan is the fastest of the three patterns, almost everywhere.',
    source: 'section 3.5, figures 2 and 3',
    note: 'The report does not say “almost”. In its means, coordinator is faster than fan on the JVM at n = 450 and 750.',
    subject: 'matmul',
    judge: (m) => covering(m, mostly(patterns(m, 'fan', ['coordinator', 'pure']))),
  },
  {
    id: 'a-native-slowest',
    study: 'A',
    text: 'Kotlin/Native is the slowest of the four runtimes in almost every situation.',
    source: 'section 4',
    note: 'In its own medians the two are close with fan at n = 250 and 8 workers: 46.5 ms for the JVM, 48 ms for Kotlin/Native.',
    subject: 'matmul',
    judge: (m) => {
      const native = m.runtimes.get('kt_ntv');
      return covering(m, mostly(runtimes(m, (b) => b.runtime !== native, on(native))));
    },
  },
  {
    id: 'a-native-image-fan',
    study: 'A',
    text: 'With fan at n = 250, a native image takes half to two thirds of the JVM’s time.',
    source: 'figure 4',
    note: 'The mean of the JVM’s ten repetitions includes the cold first one.',
    subject: 'matmul',
    judge: (m) =>
      times(
        runtimes(
          m,
          on(m.runtimes.get('kt_graal')),
          on(m.runtimes.get('kt')),
          at({ pattern: 'fan', n: '250' }),
        ),
        1.5,
        2.1,
      ),
  },
  {
    id: 'a-first-run',
    study: 'A',
    text: 'The first run of a JVM takes 4.45 times as long as its last of ten (272 ms and 61 ms: coordinator, n = 250, one worker).',
    source: 'section 3.7',
    subject: 'cold',
    judge: (m): Finding => times(firstAndTenth(m), 4, 5),
  },
];

// First and tenth are two units of one benchmark, and times compares two values of one unit.
function firstAndTenth(measured: Measured): Pair[] {
  const jvm = both(on(measured.runtimes.get('kt')), at({ pattern: 'coordinator' }));
  return measured.benchmarks.filter(jvm).flatMap((b) => {
    const [first, tenth] = [b.values['first-sec/op'], b.values['tenth-sec/op']];
    if (!first || !tenth) return [];
    return [
      {
        at: `${b.runtime} ${b.exec} n=${b.parameters.n} workers=${b.parameters.workers}`,
        less: { name: 'tenth', estimate: tenth },
        more: { name: 'first', estimate: first },
        unit: TIME,
      },
    ];
  });
}
