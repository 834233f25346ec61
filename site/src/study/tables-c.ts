// Study C: an HTTP server at a constant rate.

import { at, both } from './claim.ts';
import { published } from './published.ts';
import {
  type Cell,
  here,
  milliseconds,
  ours,
  type Setting,
  said,
  settingsOf,
  type Table,
  UNPUBLISHED,
  way,
} from './sheet.ts';
import type { Measured } from './source.ts';

type Server = (typeof published.c.rows)[keyof typeof published.c.rows];

export function serverTable(measured: Measured | undefined): Table {
  const settings = settingsOf(measured?.benchmarks ?? [], ['rate']);
  const ways: [exec: string, name: string, java: Server | undefined, kotlin: Server | undefined][] = [
    ['platform', 'thread for each', published.c.rows['java-threads'], published.c.rows['kotlin-threads']],
    ['virtual', 'virtual thread for each', published.c.rows['java-virtual'], undefined],
    ['io', 'coroutine for each, Dispatchers.IO', undefined, published.c.rows['kotlin-coroutines']],
    ['cio', 'coroutine for each, coroutine I/O', undefined, published.c.rows['kotlin-coroutines']],
    ['netty', 'coroutine for each, Netty', undefined, undefined],
    ['pool', 'fixed pool', undefined, undefined],
    ['goroutine', 'Go: goroutine for each', undefined, undefined],
  ];
  const latency = (name: 'mean' | 'p50' | 'p95' | 'max') => (row: Server) => {
    const ms = row[name];
    return ms === null ? undefined : milliseconds(ms);
  };
  const metrics: [title: string, unit: string, rate: number, of: (row: Server) => string | undefined][] = [
    ...published.c.rates.map((rate, i): (typeof metrics)[number] => [
      'Threads started',
      'threads-started',
      rate,
      (row) => (row.threads[i] as number).toLocaleString('en'),
    ]),
    ...published.c.rates.map((rate, i): (typeof metrics)[number] => [
      'Heap',
      'live-heap-B',
      rate,
      (row) => `${row.heap[i]}\u202fMB`,
    ]),
    ['Mean latency', 'sec/op', 8000, latency('mean')],
    ['Median latency', 'p50-sec', 8000, latency('p50')],
    ['95th percentile', 'p95-sec', 8000, latency('p95')],
    ['99th percentile', 'p99-sec', 8000, () => undefined],
    ['Maximum', 'max-sec', 8000, latency('max')],
    // The study says of 2000 a second only that Java is somewhat faster than Kotlin.
    ['Median latency', 'p50-sec', 2000, () => undefined],
    ['95th percentile', 'p95-sec', 2000, () => undefined],
    ['Maximum', 'max-sec', 2000, () => undefined],
    ['Requests answered in a second', 'achieved-ops/s', 8000, () => undefined],
    ['Share of failed requests', 'error-rate', 8000, () => undefined],
  ];
  return {
    id: 'server',
    title: 'Requests at a constant rate',
    about:
      'The server writes the object of each request to a file. The published heap is what was in use after the run, without a garbage collection; ours is what is alive after one. In every published row the mean exceeds the 95th percentile, so the slowest few requests decide it.',
    subject: 'server',
    rows: 'a request is served by',
    columns: ['Java, published', 'Kotlin, published', ...settings.map(ours)],
    groups: metrics.map(([title, unit, rate, of]) => ({
      title: `${title}, ${rate} requests a second`,
      rows: ways.map(([exec, name, java, kotlin]) => {
        const told = (row: Server | undefined): Cell => {
          const text = row && of(row);
          return text === undefined ? UNPUBLISHED : said(text);
        };
        const find = (setting: Setting) =>
          measured?.benchmarks.find(both(way(measured, exec), at({ rate: String(rate) }), setting.select));
        return {
          name,
          cells: [told(java), told(kotlin), ...settings.map((s) => here(find(s), unit))],
        };
      }),
    })),
  };
}
