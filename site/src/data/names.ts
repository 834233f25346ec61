// The series of the index by name, and finding them as one types.

import type { Trends } from './site.ts';

export interface Named {
  /** Its place in the index, and so its shard. */
  number: number;
  runtime: string;
  /** Without exec, so that twins have the same. */
  name: string;
  workload: string;
  exec: string;
  procs: number;
  /** What the address calls it. */
  key: string;
}

/** seriesOf lists the series of an index. */
export function seriesOf(trends: Trends): Named[] {
  const all = trends.series.map(([n, r, e, procs], number): Named => {
    const name = trends.names[n] as string;
    const runtime = trends.runtimes[r] as string;
    const exec = trends.execs[e] as string;
    return {
      number,
      runtime,
      name,
      workload: name.split('/')[0] as string,
      exec,
      procs,
      key: `${runtime}/${name}${exec === '' ? '' : `/exec=${exec}`}`,
    };
  });
  // The same at another GOMAXPROCS is another series.
  const count = new Map<string, number>();
  for (const s of all) count.set(s.key, (count.get(s.key) ?? 0) + 1);
  for (const s of all) if ((count.get(s.key) ?? 0) > 1) s.key = `${s.key}-${s.procs}`;
  return all;
}

/** fullName is a benchmark's name with exec and GOMAXPROCS, as shards and the Go benchmark format have it. */
export function fullName({ name, exec, procs }: Pick<Named, 'name' | 'exec' | 'procs'>): string {
  return `${name}${exec === '' ? '' : `/exec=${exec}`}${procs > 1 ? `-${procs}` : ''}`;
}

/** example is what one might type to find the first of some series. */
export function example(all: Named[]): string {
  const s = all[0];
  return s === undefined ? '' : `${s.workload} ${s.name.split('/')[1] ?? s.runtime}`.toLowerCase();
}

/** find lists the series that have every word, best first: those whose workload or runtime begins with one. */
export function find(all: Named[], typed: string, most: number): Named[] {
  const words = typed
    .toLowerCase()
    .split(/[\s/,]+/)
    .filter((w) => w !== '');
  if (words.length === 0) return [];
  const found: { s: Named; score: number }[] = [];
  for (const s of all) {
    const text = s.key.toLowerCase();
    if (!words.every((w) => text.includes(w))) continue;
    const parts = text.split('/');
    const score = words.reduce(
      (sum, w) =>
        sum +
        (parts.includes(w) ? 3 : parts.some((p) => p.startsWith(w)) ? 2 : 0) +
        (parts[1]?.startsWith(w) ? 1 : 0),
      0,
    );
    found.push({ s, score });
  }
  found.sort((a, b) => b.score - a.score || a.s.key.length - b.s.key.length || a.s.number - b.s.number);
  return found.slice(0, most).map((f) => f.s);
}
