// node e2e/data/study.mjs writes e2e/data/study: runs of the study profile in the shape of publish's JSON.
//
// Every number in it is made up, from a seed, so that writing it twice gives the same files. What the tests want of it
// stands in README.md.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

const out = new URL('./study/', import.meta.url);

// mulberry32: 32 bits of state are plenty for made-up noise.
let state = 2025;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

/** @param {number} v */
const short = (v) => Number(v.toPrecision(5));

/** An estimate of n samples about center, with the interval by order statistics that publish gives.
 * @param {number} center @param {number} n @param {number} noise */
function estimate(center, n = 10, noise = 0.03) {
  const samples = Array.from({ length: n }, () => short(center * (1 + noise * (random() + random() - 0.8))));
  const sorted = [...samples].sort((a, b) => a - b);
  const cut = n >= 9 ? 1 : 0;
  const middle = ((sorted[(n - 1) >> 1] ?? 0) + (sorted[n >> 1] ?? 0)) / 2;
  return {
    center: short(middle),
    low: n < 6 ? null : sorted[cut],
    high: n < 6 ? null : sorted[n - 1 - cut],
    n,
    samples,
  };
}

/** @typedef {{ unsteady?: number, failures?: object[], n?: number, noise?: number }} Extra */

/** @param {string} workload @param {Record<string, string | number>} parameters
 * @param {string} runtime @param {string} exec @param {Record<string, number>} values @param {Extra} extra */
function benchmark(workload, parameters, runtime, exec, values, extra = {}) {
  const texts = Object.fromEntries(Object.entries(parameters).map(([k, v]) => [k, String(v)]));
  return {
    workload,
    name: [workload, ...Object.entries(texts).map(([k, v]) => `${k}=${v}`)].join('/'),
    // Go writes the keys of a map in their order.
    parameters: Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))),
    exec,
    runtime,
    procs: 4,
    values: Object.fromEntries(
      Object.entries(values).map(([unit, v]) => [unit, estimate(v, extra.n, extra.noise)]),
    ),
    unsteady: extra.unsteady ?? 0,
    failures: extra.failures ?? [],
  };
}

const EPYC = { goos: 'linux', goarch: 'amd64', cpu: 'AMD EPYC 7763 64-Core Processor', cores: 4 };
const XEON = { goos: 'linux', goarch: 'amd64', cpu: 'Intel(R) Xeon(R) Processor @ 2.50GHz', cores: 2 };
const TOOLCHAINS = { go: 'go1.26.8', 'jvm-21': 'temurin-21.0.9+10', 'jvm-25': 'temurin-25.0.3+9', 'native-image-25': 'graalvm-25.0.1' };

/** @param {{ date: string, commit: string, kind: string, profile: string, machine: typeof EPYC,
 *   benchmarks: any[], skipped?: { name: string, reason: string }[] }} of */
function run({ date, commit, kind, profile, machine, benchmarks, skipped = [] }) {
  const id = `${kind}/${date.slice(0, 4)}/${date.slice(5, 7)}/${commit}-${profile}`;
  const names = [...new Set(benchmarks.map((b) => b.runtime))];
  const execs = (/** @type {string} */ name) => [
    ...new Set(benchmarks.filter((b) => b.runtime === name).map((b) => b.exec)),
  ];
  const units = [...new Set(benchmarks.flatMap((b) => Object.keys(b.values)))];
  const workloads = [...new Set(benchmarks.map((b) => b.workload))].map((name) => {
    const own = benchmarks.filter((b) => b.workload === name);
    const parameters = [...new Set(own.flatMap((b) => Object.keys(b.parameters)))].map((p) => {
      const values = [...new Set(own.flatMap((b) => b.parameters[p] ?? []))];
      const number = values.every((v) => Number.isFinite(Number(v)));
      if (number) values.sort((a, b) => Number(a) - Number(b));
      return { name: p, kind: number ? 'number' : 'text', values };
    });
    return { name, parameters };
  });
  return {
    version: 1,
    id,
    kind,
    date,
    commit,
    dirty: false,
    profile,
    machine,
    environment: { kernel: '6.8.0-1030-azure', image: 'ubuntu24' },
    runtimes: [
      ...names.map((name) => ({
        name,
        toolchain: TOOLCHAINS[/** @type {keyof typeof TOOLCHAINS} */ (name)] ?? 'kotlin-native-2.4.20',
        flags: name === 'go' ? '' : '-Xmx1g',
        execs: execs(name),
        status: 'measured',
        reason: '',
      })),
      ...skipped.map(({ name, reason }) => ({ name, toolchain: '', flags: '', execs: [], status: 'skipped', reason })),
    ],
    workloads,
    units: units.map((name) => ({ name, better: name.endsWith('ops/s') ? 'higher' : 'lower' })),
    benchmarks,
  };
}

// Seconds of one multiplication.
/** @type {Record<string, Record<string, number>>} */
const AT_250 = {
  go: { fan: 0.016, coordinator: 0.049, pure: 0.083 },
  'jvm-25': { fan: 0.024, coordinator: 0.047, pure: 0.079 },
  'native-image-25': { fan: 0.019, coordinator: 0.051, pure: 0.101 },
  'kotlin-native': { fan: 0.034, coordinator: 0.083, pure: 0.21 },
};
/** @param {string} runtime @param {string} exec @param {string} pattern @param {number} n @param {number} workers */
function matmul(runtime, exec, pattern, n, workers) {
  const base = AT_250[runtime]?.[pattern] ?? 0;
  const cells = base * (n / 250) ** 2 * 0.6;
  const products = base * (n / 250) ** 3 * 0.4;
  const crowd = runtime === 'go' && pattern === 'fan' ? 0.6 + 0.4 / Math.min(workers, 4) : 1 + 0.002 * workers;
  const spread = exec === 'default' ? 1.35 : 1;
  return (cells + products) * crowd * spread;
}
const WORKERS = [1, 2, 4, 8, 12, 16, 20, 30, 40, 50];
const SIZES = [10, 30, 50, 100, 200, 500, 750, 1000, 1500, 2000];
const PATTERNS = ['fan', 'coordinator', 'pure'];
const points = [
  ...WORKERS.map((workers) => ({ n: 250, workers })),
  ...SIZES.map((n) => ({ n, workers: 8 })),
];

/** @param {string[]} runtimes @param {string[]} patterns */
function sweeps(runtimes, patterns) {
  return runtimes.flatMap((runtime) =>
    (runtime === 'go' ? ['goroutine'] : ['event-loop', 'default']).flatMap((exec) =>
      patterns.flatMap((pattern) =>
        points.flatMap(({ n, workers }) => {
          const parameters = { pattern, n, workers };
          const seconds = matmul(runtime, exec, pattern, n, workers);
          // Gaps: the large ones of pure are not reached, and a heap is too small for another.
          if (runtime !== 'go' && pattern === 'pure' && n >= 1500) return [];
          if (runtime === 'native-image-25' && exec === 'event-loop' && pattern === 'coordinator' && n === 2000)
            return [
              benchmark('MatMul', parameters, runtime, exec, {}, {
                failures: [{ count: 10, reason: 'exit status 1: java.lang.OutOfMemoryError: Garbage-collected heap size exceeded.' }],
              }),
            ];
          const few = runtime === 'jvm-25' && pattern === 'fan' && workers === 50 && exec === 'default';
          const unsteady = runtime === 'jvm-25' && pattern === 'pure' && n === 1000 ? 3 : 0;
          return [benchmark('MatMul', parameters, runtime, exec, { 'sec/op': seconds }, { n: few ? 4 : 10, unsteady })];
        }),
      ),
    ),
  );
}

const JVM_WAYS = { default: 1.5, io: 1, pool: 0.93, platform: 1.4, virtual: 1.08 };

/** @param {string} workload @param {string} parameter @param {number} seconds @param {number[]} limits */
function io(workload, parameter, seconds, limits) {
  return [500, 1000, 2000, 5000].flatMap((count) =>
    limits.flatMap((limit) => [
      benchmark(workload, { [parameter]: count, limit }, 'go', 'goroutine', resources(seconds * 0.9, 41e6)),
      ...Object.entries(JVM_WAYS).map(([exec, factor]) =>
        benchmark(workload, { [parameter]: count, limit }, 'jvm-25', exec, resources(seconds * factor, 3.1e8 * factor)),
      ),
    ]),
  );
}

/** @param {number} seconds @param {number} bytes */
function resources(seconds, bytes) {
  return { 'sec/op': seconds, 'cpu-sec/op': seconds * 1.7, 'peak-rss-bytes': bytes };
}

function counters() {
  const variants = { isolated: 1, returned: 1.1, atomic: 22, mutex: 110, striped: 6, confined: 70, plain: 3, volatile: 30 };
  const ways = { default: 1, 'event-loop': 3.4, io: 1.02, pool: 1, platform: 1.01, virtual: 1.03 };
  // What one thread counts alone.
  const one = benchmark(
    'Counter',
    { variant: 'isolated', increments: 10000000, workers: 1 },
    'jvm-25',
    'event-loop',
    { 'sec/op': 3.7e-10 * ways['event-loop'] },
  );
  return Object.entries(variants).flatMap(([variant, factor]) => {
    const parameters = { variant, increments: 10000000, workers: 10 };
    const races = variant === 'plain' || variant === 'volatile';
    const lost = (/** @type {number} */ share) => (races ? { 'lost-updates/op': share } : {});
    return [
      ...(variant === 'isolated' ? [one] : []),
      benchmark('Counter', parameters, 'go', 'goroutine', { 'sec/op': 4e-10 * factor, ...lost(0.61) }),
      ...Object.entries(ways).map(([exec, way]) =>
        benchmark('Counter', parameters, 'jvm-25', exec, { 'sec/op': 3.7e-10 * factor * way, ...lost(0.72) }),
      ),
    ];
  });
}

function servers() {
  const ways = { platform: 1, virtual: 0.6, io: 0.58, cio: 0.66, pool: 0.8 };
  return [2000, 8000].flatMap((rate) => [
    benchmark('HTTPServer', { rate }, 'go', 'goroutine', server(0.5, rate, 11, 1.2e6)),
    ...Object.entries(ways).map(([exec, way]) =>
      benchmark(
        'HTTPServer',
        { rate },
        'jvm-25',
        exec,
        server(way, rate, exec === 'platform' ? rate * 10 : exec === 'pool' ? 14 : 41, 2.1e7 * way),
      ),
    ),
  ]);
}

/** @param {number} way @param {number} rate @param {number} threads @param {number} heap */
function server(way, rate, threads, heap) {
  return {
    'sec/op': 2.4e-4 * way,
    'p50-sec': 1.9e-4 * way,
    'p95-sec': 4.1e-4 * way,
    'p99-sec': 2.2e-3 * way,
    'max-sec': 3.4e-2,
    'achieved-ops/s': rate,
    'threads-started': threads,
    'live-heap-B': heap,
  };
}

/** What the tables of study A have beside its figures: the product of one thread, and its programs without a time. */
function alone() {
  const kernels = { transposed: 0.00075, ikj: 0.00094, ijk: 0.0017 };
  return ['go', 'jvm-25'].flatMap((runtime) => {
    const exec = runtime === 'go' ? 'goroutine' : 'event-loop';
    return [
      ...Object.entries(kernels).map(([kernel, seconds]) =>
        benchmark(
          'MatMul',
          { pattern: 'sequential', n: 100, workers: 1, ...(kernel === 'transposed' ? {} : { kernel }) },
          runtime,
          exec,
          { 'sec/op': seconds },
        ),
      ),
      ...(runtime === 'go' ? [exec] : [exec, 'default']).flatMap((e) =>
        PATTERNS.map((pattern) =>
          benchmark('MatMul', { pattern, n: 100, workers: 8 }, runtime, e, {
            'sec/op': matmul(runtime, e, pattern, 100, 8),
          }),
        ),
      ),
    ];
  });
}

function programs() {
  return [
    benchmark('Cancel', { children: 1000 }, 'go', 'goroutine', { 'sec/op': 6e-7 }),
    benchmark('Cancel', { children: 1000 }, 'jvm-25', 'event-loop', { 'sec/op': 4e-7 }),
    benchmark('SelectFanIn', { channels: 8, messages: 10000 }, 'go', 'goroutine', { 'sec/op': 2.1e-7 }),
  ];
}

function cold() {
  return ['go', 'jvm-25'].flatMap((runtime) =>
    [
      { n: 100, workers: 8 },
      { n: 250, workers: 1 },
    ].map(({ n, workers }) => {
      const exec = runtime === 'go' ? 'goroutine' : 'event-loop';
      const warm = matmul(runtime, exec, 'coordinator', n, workers);
      return benchmark('MatMul', { pattern: 'coordinator', n, workers }, runtime, exec, {
        'first-sec/op': warm * (runtime === 'go' ? 1.05 : 7),
        'tenth-sec/op': warm * (runtime === 'go' ? 1 : 1.6),
      });
    }),
  );
}

const commit = (/** @type {string} */ c) => c.repeat(40);
const runs = [
  // Not of the study profile: read by no figure.
  run({
    date: '2026-11-20T08:00:00Z', commit: commit('e'), kind: 'main', profile: 'smoke', machine: EPYC,
    benchmarks: [benchmark('MatMul', { pattern: 'fan', n: 250, workers: 8 }, 'go', 'goroutine', { 'sec/op': 99 })],
  }),
  run({
    date: '2026-11-19T02:30:00Z', commit: commit('d'), kind: 'nightly', profile: 'study', machine: EPYC,
    benchmarks: sweeps(['go', 'jvm-25', 'native-image-25'], PATTERNS),
    skipped: [{ name: 'kotlin-native', reason: 'no konanc 2.4.20 found' }],
  }),
  // Another part on the same machine; its go is older than the one above, and its jvm-21 gives way to jvm-25.
  run({
    date: '2026-11-18T02:30:00Z', commit: commit('c'), kind: 'nightly', profile: 'study', machine: EPYC,
    benchmarks: [
      benchmark('MatMul', { pattern: 'fan', n: 250, workers: 8 }, 'go', 'goroutine', { 'sec/op': 77 }),
      benchmark('MatMul', { pattern: 'fan', n: 250, workers: 8 }, 'jvm-21', 'event-loop', { 'sec/op': 77 }),
      ...sweeps(['kotlin-native'], ['fan']),
      ...io('FileIO', 'files', 4.6e-4, [8, 64]),
      ...counters(),
    ],
  }),
  run({
    date: '2026-11-17T02:30:00Z', commit: commit('b'), kind: 'nightly', profile: 'cold', machine: EPYC,
    benchmarks: cold(),
  }),
  // Another machine: it alone has servers and REST calls, and its matrices are beside those of no other.
  run({
    date: '2026-11-16T02:30:00Z', commit: commit('a'), kind: 'nightly', profile: 'study', machine: XEON,
    benchmarks: [
      benchmark('MatMul', { pattern: 'pure', n: 250, workers: 8 }, 'kotlin-native', 'event-loop', { 'sec/op': 88 }),
      ...io('HTTPClient', 'requests', 2.1e-5, [64]),
      ...servers(),
      ...alone(),
      ...programs(),
    ],
  }),
];

rmSync(out, { recursive: true, force: true });
mkdirSync(new URL('runs/', out), { recursive: true });
const listings = runs.map((r) => {
  const file = `runs/${r.id.replaceAll('/', '-')}.json`;
  const benchmarks = r.benchmarks.map((b) => `  ${JSON.stringify(b)}`).join(',\n');
  const { benchmarks: _, ...rest } = r;
  const head = JSON.stringify(rest, null, 1).replace(/\n}$/, '');
  writeFileSync(new URL(file, out), `${head},\n "benchmarks": [\n${benchmarks}\n ]\n}\n`);
  const { id, kind, date, commit: c, dirty, profile } = r;
  return { id, file, kind, date, commit: c, dirty, profile, cpu: r.machine.cpu, runtimes: r.runtimes.map((x) => x.name) };
});
writeFileSync(new URL('index.json', out), `${JSON.stringify({ version: 1, runs: listings }, null, 1)}\n`);
