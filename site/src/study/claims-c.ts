// Study C: an HTTP server that starts a thread, a virtual thread or a coroutine for each request.

import type { Benchmark } from '../data/run.ts';
import { at, both, type Claim, on } from './claim.ts';
import type { Measured } from './source.ts';
import { type Finding, generally, notMeasured, type Pair, pairs, times } from './weigh.ts';

const COROUTINES = ['io', 'cio'];

/** Below this share of the requested rate, a server is measured under another load. */
const HELD = 0.95;

/** Whether a server held the rate that it was asked for; the study doesn't say it of its own. */
function held(b: Benchmark): boolean {
  const achieved = b.values['achieved-ops/s'];
  return achieved === undefined || achieved.center >= HELD * Number(b.parameters.rate);
}

function servers(measured: Measured, unit: string, less: string[], more: string[], rate?: string): Pair[] {
  const jvm = measured.runtimes.get('kt');
  const where = rate === undefined ? held : both(held, at({ rate }));
  return pairs(measured.benchmarks, {
    unit,
    apart: ['exec'],
    less: both(on(jvm, ...less), where),
    more: both(on(jvm, ...more), where),
  });
}

/** latency judges at 8000 requests a second, and says which servers didn't hold them. */
function latency(measured: Measured, unit: string, less: string[], more: string[]): Finding {
  const finding = generally(servers(measured, unit, less, more, '8000'));
  const failed = measured.benchmarks.filter(
    both(on(measured.runtimes.get('kt'), ...less, ...more), at({ rate: '8000' }), (b) => !held(b)),
  );
  if (failed.length === 0) return finding;
  const rates = failed.map((b) => `${b.exec} ${Math.round(b.values['achieved-ops/s']?.center ?? 0)}`);
  const short = `answered fewer than 8000 requests a second: ${rates.join(', ')}`;
  return finding.verdict === 'not measured'
    ? notMeasured(`Some servers ${short}.`)
    : { ...finding, evidence: `${finding.evidence.slice(0, -1)}; left out, since they ${short}.` };
}

export const serverClaims: Claim[] = [
  {
    id: 'c-threads',
    study: 'C',
    text: 'Virtual threads and coroutines start 24 to 268 threads; a thread for each request means hundreds of thousands.',
    source: 'table I',
    note: 'At 8000 requests a second, 2.8 to 4.3 % of the 400,000 requests have no thread. The study does not explain this.',
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
    text: 'Coroutines start fewer threads than virtual threads: 24 against 36 at 2000 requests a second, 24 against 268 at 8000.',
    source: 'table I',
    subject: 'server',
    judge: (m) => generally(servers(m, 'threads-started', COROUTINES, ['virtual'])),
  },
  {
    id: 'c-heap',
    study: 'C',
    text: 'Virtual threads and coroutines use less heap than a thread for each request.',
    source: 'section V.B, figure 3',
    note: 'Heap in use after the run, without a garbage collection. Here: the live heap after a collection.',
    subject: 'server',
    judge: (m) => generally(servers(m, 'live-heap-B', ['virtual', ...COROUTINES], ['platform'])),
  },
  {
    id: 'c-heap-virtual',
    study: 'C',
    text: 'Virtual threads use the least heap: 65 MB at 8000 requests a second, coroutines 100 MB.',
    source: 'section V.B, figure 3',
    note: 'The server with virtual threads is in Java, the one with coroutines in Kotlin. Here both are in Kotlin.',
    subject: 'server',
    judge: (m) => generally(servers(m, 'live-heap-B', ['virtual'], COROUTINES)),
  },
  {
    id: 'c-median',
    study: 'C',
    text: 'At 8000 requests a second, virtual threads and coroutines have a lower median latency than a thread for each request.',
    source: 'figure 4',
    note: 'Each value is the average of two recorded medians.',
    subject: 'server',
    judge: (m) => latency(m, 'p50-sec', ['virtual', ...COROUTINES], ['platform']),
  },
  {
    id: 'c-p95',
    study: 'C',
    text: 'At 8000 requests a second, their 95th percentile is lower too: 0.12 and 0.13 ms against 0.39 and 0.83 ms.',
    source: 'figure 4',
    note: 'In all four rows the mean exceeds the 95th percentile: the slowest requests lie beyond it and were not reported.',
    subject: 'server',
    judge: (m) => latency(m, 'p95-sec', ['virtual', ...COROUTINES], ['platform']),
  },
  {
    id: 'c-mean',
    study: 'C',
    text: 'At 8000 requests a second, virtual threads have a lower mean latency than coroutines: 0.16 against 0.39 ms.',
    source: 'section V.C, figure 4',
    note: 'The virtual threads served in Java, the coroutines in Kotlin.',
    subject: 'server',
    judge: (m) => latency(m, 'sec/op', ['virtual'], COROUTINES),
  },
  {
    id: 'c-max',
    study: 'C',
    text: 'The longest request takes less with virtual threads (43 ms) than with a thread for each (52 ms).',
    source: 'section V.C',
    note: 'The 52 ms were recorded at 8000 requests a second. The rate for the 43 ms is not given.',
    subject: 'server',
    judge: (m) => latency(m, 'max-sec', ['virtual'], ['platform']),
  },
];
