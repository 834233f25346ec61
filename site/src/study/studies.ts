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
    what: 'A university report of 2025, with code: n × n matrices multiplied by workers that talk over channels in three patterns, in Kotlin (JVM, native image, Kotlin/Native) and in Go. Machine, processor and flags of the JVM are not stated.',
    different:
      'Its Kotlin ran on one thread (here: event-loop) and its Go on all cores; its channels held n² messages in Go and 64 in Kotlin, here 64 in both; its Go multiplied 64-bit numbers, here both 32-bit; its second matrix was walked by column, here it is transposed first. Different processors: compare shapes and orders, not milliseconds.',
  },
  {
    study: 'B',
    title: 'Files and REST calls on a JVM',
    what: 'A paper without code: 500 to 5000 tasks that write and read a file of 1 MB, or call a local REST service, on dispatchers, a fixed pool, a thread for each and virtual threads, under JMH. JDK 22, Windows 11, Ryzen 5600X.',
    different:
      'There, each variant had its own limit of concurrent tasks (12, 64, none), and the pool was created within the measured time. Here the limit is a parameter, the same for all variants of a column. Its iterations lasted 10 ms, one shot each; its files stayed in the page cache, as they do here.',
  },
  {
    study: 'C',
    title: 'An HTTP server',
    what: 'A paper without code: servers that start a thread, a virtual thread or a coroutine for each request, at 2000 and 8000 requests a second for ten seconds. JDK 19 preview, i7-6700, Ubuntu 20.04.',
    different:
      'It doesn’t state where its load came from, whether connections were kept alive or which dispatcher served, and it changed the language together with the construct. Here all JVM servers are in Kotlin, the rate is open-loop, and percentiles come from one merged histogram and not from an average of percentiles.',
  },
  {
    study: 'D',
    title: 'Counters',
    what: 'A blog post with code: ten tasks that increment counters of their own, return them, or share one, up to 10¹⁰ times. Kotlin 1.6, JDK 16, one measurement each, in fixed order in one process.',
    different:
      'The compiler could fold its loop away, and did. Here each increment depends on the one before it, the total is checked, and races are shown with what they lose.',
  },
];
