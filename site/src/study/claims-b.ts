// Study B: blocking I/O by dispatcher, pool, platform threads and virtual threads. All of it ran on a JVM.

import { at, both, type Claim, on, type Select } from './claim.ts';
import type { Measured } from './source.ts';
import { generally, LOAD, type Pair, pairs, quotients, times } from './weigh.ts';

/** The study's files stayed in the page cache: it called no fsync. */
const pageCache: Select = (b) => !('sync' in b.parameters);

const FEW = ['500', '1000'];
const MANY = ['2000', '5000'];

function execs(
  measured: Measured,
  less: string[],
  more: string[],
  where: Select = () => true,
  unit = 'sec/op',
): Pair[] {
  const jvm = measured.runtimes.get('kt');
  return pairs(measured.benchmarks.filter(pageCache), {
    unit,
    apart: ['exec'],
    less: both(on(jvm, ...less), where),
    more: both(on(jvm, ...more), where),
  });
}

export const ioClaims: Claim[] = [
  {
    id: 'b-rest-io-fastest',
    study: 'B',
    text: 'For REST calls, Dispatchers.IO is faster than a fixed pool, Dispatchers.Default and a thread for each call.',
    source: 'section 6, figures 8 to 11',
    note: 'The pool had 12 threads, Dispatchers.IO had 64, and nothing limited the number of threads. The measured time included the creation of the pool.',
    subject: 'rest',
    judge: (m) => generally(execs(m, ['io'], ['pool', 'default', 'platform'])),
  },
  {
    id: 'b-rest-pool',
    study: 'B',
    text: 'For REST calls, a fixed pool takes 16 to 24 % longer than Dispatchers.IO.',
    source: 'section 6, figures 8 to 11',
    note: 'The text says 16.2 % on average. From the times that it gives, it is 19.6 % of the time of Dispatchers.IO.',
    subject: 'rest',
    judge: (m) => times(execs(m, ['io'], ['pool']), 1.16, 1.243),
  },
  {
    id: 'b-rest-default',
    study: 'B',
    text: 'For REST calls, Dispatchers.Default takes 6 % longer than a fixed pool on average.',
    source: 'section 6, figures 8 to 11',
    subject: 'rest',
    judge: (m) => times(execs(m, ['pool'], ['default']), 1.04, 1.08),
  },
  {
    id: 'b-rest-default-io',
    study: 'B',
    text: 'For REST calls, Dispatchers.Default takes 26 % longer than Dispatchers.IO on average.',
    source: 'section 6',
    note: 'No times are given. With 6 % on top of the pool’s times it is 23 to 32 %.',
    subject: 'rest',
    judge: (m) => times(execs(m, ['io'], ['default']), 1.22, 1.32),
  },
  {
    id: 'b-rest-threads',
    study: 'B',
    text: 'For REST calls, a thread for each call takes 2.6 times (500 calls) to 4.3 times (5000 calls) as long as Dispatchers.IO.',
    source: 'section 6, figures 8 to 11',
    subject: 'rest',
    judge: (m) => times(execs(m, ['io'], ['platform']), 2.6, 4.3),
  },
  {
    id: 'b-file-pool-fastest',
    study: 'B',
    text: 'For files, a fixed pool is faster than Dispatchers.IO.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => generally(execs(m, ['pool'], ['io'])),
  },
  {
    id: 'b-file-io-pool',
    study: 'B',
    text: 'For files, Dispatchers.IO takes 3 to 13 % longer than a fixed pool, 8.2 % on average.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => times(execs(m, ['pool'], ['io']), 1.034, 1.126),
  },
  {
    id: 'b-file-default-few',
    study: 'B',
    text: 'For 500 and 1000 files Dispatchers.Default is 10 and 12 ms faster than Dispatchers.IO: 3.9 and 2.4 %.',
    source: 'section 6, figures 4 and 5',
    subject: 'file',
    judge: (m) => times(execs(m, ['default'], ['io'], at({ files: FEW })), 1.02, 1.045),
  },
  {
    id: 'b-file-default-many',
    study: 'B',
    text: 'For 2000 and 5000 files Dispatchers.Default takes 50 and 66 ms longer than Dispatchers.IO: 4.9 and 2.6 %.',
    source: 'section 6, figures 6 and 7',
    note: 'One operation takes seconds and an iteration lasted 10 ms, so each value is a single operation. No interval was given.',
    subject: 'file',
    judge: (m) => times(execs(m, ['io'], ['default'], at({ files: MANY })), 1.02, 1.055),
  },
  {
    id: 'b-file-virtual',
    study: 'B',
    text: 'For 2000 and 5000 files, virtual threads take 12 to 13 % longer than coroutines.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => times(execs(m, ['io'], ['virtual'], at({ files: MANY })), 1.12, 1.135),
  },
  {
    id: 'b-file-threads',
    study: 'B',
    text: 'For files, a thread for each file takes 33 to 67 % longer than a fixed pool.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => times(execs(m, ['pool'], ['platform']), 1.325, 1.675),
  },
  {
    id: 'b-cpu-virtual',
    study: 'B',
    text: 'With 5000 files, virtual threads use the most processor time (54 %) and a fixed pool the least (8.8 %).',
    source: 'table 2',
    note: 'Averages over time, shown by a monitor. Here: the processor time of an operation divided by its duration.',
    subject: 'file',
    judge: (m) => {
      const where = at({ files: '5000' });
      const load = quotients(m.benchmarks, 'cpu-sec/op', 'sec/op', LOAD);
      const loads = (less: string[], more: string[]) =>
        execs({ ...m, benchmarks: load }, less, more, where, LOAD);
      return generally([
        ...loads(['default', 'io', 'pool', 'platform'], ['virtual']),
        ...loads(['pool'], ['default', 'io', 'platform']),
      ]);
    },
  },
  {
    id: 'b-memory-pool',
    study: 'B',
    text: 'With 5000 files, a fixed pool needs the least memory (392 MB) and a thread for each file the most (1575 MB).',
    source: 'table 2',
    note: 'Memory in use, shown by a monitor. Here: the peak resident memory of the process.',
    subject: 'file',
    judge: (m) => {
      const where = at({ files: '5000' });
      return generally([
        ...execs(m, ['default', 'io', 'pool', 'virtual'], ['platform'], where, 'peak-rss-bytes'),
        ...execs(m, ['pool'], ['default', 'io', 'virtual'], where, 'peak-rss-bytes'),
      ]);
    },
  },
];
