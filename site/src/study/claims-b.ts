// Study B: blocking I/O by dispatcher, pool, platform threads and virtual threads. All of it ran on a JVM.

import { at, both, type Claim, on, type Select } from './claim.ts';
import type { Measured } from './source.ts';
import { generally, type Pair, pairs, quotients, times } from './weigh.ts';

/** Processors that are busy. */
const LOAD = 'cpus';

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
  return pairs(measured.benchmarks, {
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
    text: 'For REST calls Dispatchers.IO is the fastest: before a fixed pool, Dispatchers.Default and a thread for each call.',
    source: 'section 6, figures 8 to 11',
    note: 'The pool had 12 threads, Dispatchers.IO 64 and the threads no limit; the pool was made within the measured time.',
    subject: 'rest',
    judge: (m) => generally(execs(m, ['io'], ['pool', 'default', 'platform'])),
  },
  {
    id: 'b-rest-default',
    study: 'B',
    text: 'For REST calls Dispatchers.Default is behind a fixed pool by 6 % on average.',
    source: 'section 6, figures 8 to 11',
    subject: 'rest',
    judge: (m) => times(execs(m, ['pool'], ['default']), 1.04, 1.08),
  },
  {
    id: 'b-rest-threads',
    study: 'B',
    text: 'For REST calls a thread for each takes 2.6 times (500 calls) to 4.3 times (5000) as long as Dispatchers.IO.',
    source: 'section 6, figures 8 to 11',
    subject: 'rest',
    judge: (m) => times(execs(m, ['io'], ['platform']), 2.6, 4.3),
  },
  {
    id: 'b-file-pool-fastest',
    study: 'B',
    text: 'For files a fixed pool is the fastest, before Dispatchers.IO.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => generally(execs(m, ['pool'], ['io'])),
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
    note: 'Its measured iterations lasted 10 ms for an operation of seconds, so each is a single shot, and no interval was given.',
    subject: 'file',
    judge: (m) => times(execs(m, ['io'], ['default'], at({ files: MANY })), 1.02, 1.055),
  },
  {
    id: 'b-file-virtual',
    study: 'B',
    text: 'For 2000 and 5000 files virtual threads are 12 to 13 % behind coroutines.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => times(execs(m, ['io'], ['virtual'], at({ files: MANY })), 1.12, 1.135),
  },
  {
    id: 'b-file-threads',
    study: 'B',
    text: 'For files a thread for each is 33 to 67 % behind a fixed pool.',
    source: 'section 6, figures 4 to 7',
    subject: 'file',
    judge: (m) => times(execs(m, ['pool'], ['platform']), 1.325, 1.675),
  },
  {
    id: 'b-cpu-virtual',
    study: 'B',
    text: 'With 5000 files virtual threads load the processor most (54 %) and a fixed pool least (8.8 %).',
    source: 'table 2',
    note: 'Averages of a monitor over time. Here it is the processor time of an operation for each second that it takes.',
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
    text: 'With 5000 files a fixed pool takes the least memory (392 MB) and a thread for each the most (1575 MB).',
    source: 'table 2',
    note: 'Memory in use as a monitor showed it. Here it is the process’s peak resident memory.',
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
