// Study C: an HTTP server that starts a thread, a virtual thread or a coroutine for each request.

import { at, both, type Claim, on } from './claim.ts';
import type { Measured } from './source.ts';
import { generally, type Pair, pairs, times } from './weigh.ts';

const COROUTINES = ['io', 'cio'];

function servers(measured: Measured, unit: string, less: string[], more: string[], rate?: string): Pair[] {
  const jvm = measured.runtimes.get('kt');
  const where = rate === undefined ? () => true : at({ rate });
  return pairs(measured.benchmarks, {
    unit,
    apart: ['exec'],
    less: both(on(jvm, ...less), where),
    more: both(on(jvm, ...more), where),
  });
}

export const serverClaims: Claim[] = [
  {
    id: 'c-threads',
    study: 'C',
    text: 'Virtual threads and coroutines start few threads, 24 to 268, where a thread for each request starts hundreds of thousands.',
    source: 'threads started',
    note: 'At 8000 requests a second 2.8 to 4.3 % of the 400,000 requests have no thread; the study doesn’t say what became of them.',
    subject: 'server',
    // Two orders of magnitude: how many requests a run makes isn't the study's number here.
    judge: (m) =>
      times(
        servers(m, 'threads-started', ['virtual', ...COROUTINES], ['platform']),
        100,
        Number.POSITIVE_INFINITY,
        'more than a hundred times',
      ),
  },
  {
    id: 'c-threads-coroutines',
    study: 'C',
    text: 'Coroutines start fewer threads than virtual threads do: 24 against 36, and against 268 at 8000 requests a second.',
    source: 'threads started',
    subject: 'server',
    judge: (m) => generally(servers(m, 'threads-started', COROUTINES, ['virtual'])),
  },
  {
    id: 'c-heap',
    study: 'C',
    text: 'Virtual threads and coroutines use less heap than a thread for each request.',
    source: 'used heap',
    note: 'Heap in use after the run, without a collection before it was read. Here it is what lives after a collection.',
    subject: 'server',
    judge: (m) => generally(servers(m, 'live-heap-B', ['virtual', ...COROUTINES], ['platform'])),
  },
  {
    id: 'c-heap-virtual',
    study: 'C',
    text: 'Virtual threads use the least heap: 65 MB at 8000 requests a second, coroutines 100 MB.',
    source: 'used heap',
    note: 'The one is of a server in Java, the other of one in Kotlin. Here both are in Kotlin.',
    subject: 'server',
    judge: (m) => generally(servers(m, 'live-heap-B', ['virtual'], COROUTINES)),
  },
  {
    id: 'c-median',
    study: 'C',
    text: 'At 8000 requests a second virtual threads and coroutines have a lower median latency than a thread for each request.',
    source: 'table I',
    note: 'Averages of two recorded percentiles.',
    subject: 'server',
    judge: (m) => generally(servers(m, 'p50-sec', ['virtual', ...COROUTINES], ['platform'], '8000')),
  },
  {
    id: 'c-p95',
    study: 'C',
    text: 'At 8000 requests a second their 95th percentile is lower too: 0.12 and 0.13 ms against 0.39 and 0.83 ms.',
    source: 'table I',
    note: 'In all four rows the mean is above the 95th percentile: what is slow is beyond it, and wasn’t reported.',
    subject: 'server',
    judge: (m) => generally(servers(m, 'p95-sec', ['virtual', ...COROUTINES], ['platform'], '8000')),
  },
  {
    id: 'c-max',
    study: 'C',
    text: 'The longest request takes less with virtual threads (43 ms) than with a thread for each (52 ms).',
    source: 'maximum latency',
    subject: 'server',
    judge: (m) => generally(servers(m, 'max-sec', ['virtual'], ['platform'], '8000')),
  },
];
