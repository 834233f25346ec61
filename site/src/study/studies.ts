// The four studies in a few words: what each measured, and what is different here.

import type { Study } from './claim.ts';

export interface About {
  study: Study;
  title: string;
  what: string;
  different: string;
}

export const STUDIES: About[] = [
  {
    study: 'A',
    title: 'Parallel matrix multiplication',
    what: 'A university report of 2025, with code. Workers multiply n × n matrices and exchange messages over channels in three patterns, in Kotlin (JVM, native image, Kotlin/Native) and in Go. The report does not state the machine or the JVM flags.',
    different:
      'Its Kotlin ran on one thread (here: event-loop), its Go on all cores. Its channels held n² messages in Go and 64 in Kotlin; here they hold 64 in both. Its Go multiplied 64-bit numbers; here both languages multiply 32-bit numbers. It read the second matrix by column; here the matrix is transposed first. The processors differ too, so compare shapes and orders, not milliseconds.',
  },
  {
    study: 'B',
    title: 'Files and REST calls on a JVM',
    what: 'A paper without code. 500 to 5000 tasks each write and read a file of 1 MB, or call a local REST service. They run on coroutine dispatchers, a fixed pool, a thread for each task and virtual threads, measured with JMH. JDK 22, Windows 11, Ryzen 5600X.',
    different:
      'In the paper, each variant had its own limit of concurrent tasks (12, 64, none), and the measured time included the creation of the pool. Here the limit is a parameter, the same for all variants in a column. The paper’s iterations lasted 10 ms, less than one operation. Its files stayed in the page cache; here a second column adds fsync.',
  },
  {
    study: 'C',
    title: 'An HTTP server',
    what: 'A paper without code. Servers start a thread, a virtual thread or a coroutine for each request, at 2000 and 8000 requests a second for ten seconds. JDK 19 preview, i7-6700, Ubuntu 20.04.',
    different:
      'The paper does not state where the load came from, whether connections were kept alive, or which dispatcher served the requests. It compares Java with Kotlin and threads with coroutines at the same time. Here all JVM servers are in Kotlin, requests arrive at a constant rate whether or not earlier ones were answered, and percentiles come from one merged histogram, not from an average of percentiles.',
  },
  {
    study: 'D',
    title: 'Counters',
    what: 'A blog post with code. Ten tasks increment counters of their own, return them, or share one, up to 10¹⁰ times. Kotlin 1.6, JDK 16, one measurement each, in a fixed order in one process.',
    different:
      'The compiler could remove its loop, and did. Here each increment depends on the one before it, the total is checked, and races are shown with the share of increments that they lose.',
  },
];
