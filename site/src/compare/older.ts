// A run of the main branch that has no file of its own any more, put together from the trends.
//
// It has medians, intervals and counts to 0.1 %, and no single samples; only the workload that is looked at is loaded.

import { Commits, loadAxis, lowerBound } from '../data/axis.ts';
import { DataError } from '../data/guard.ts';
import { type Named, seriesOf } from '../data/names.ts';
import type { Benchmark, Run } from '../data/run.ts';
import { loadShard, type Shard } from '../data/shard.ts';
import type { Site } from '../data/site.ts';

/** olderRun is the run at a place of the axis, with the benchmarks of one workload, the first if there is no such. */
export async function olderRun(
  site: Site,
  place: number,
  workload: string | undefined,
  signal: AbortSignal,
): Promise<Run> {
  const axis = await loadAxis();
  const machine = site.trends.machines[axis.machine[place] ?? -1];
  const environment = axis.environments[axis.environment[place] ?? -1];
  const commit = axis.commit[place];
  if (!machine || !environment || commit === undefined)
    throw new DataError('missing', `run ${place}: the trends have ${axis.commit.length}`);
  const told = await new Commits().load(commit).catch(() => undefined);
  const all = seriesOf(site.trends);
  const names = [...new Set(all.map((s) => s.workload))];
  const chosen = names.find((n) => n === workload) ?? names[0];
  const own = all.filter((s) => s.workload === chosen);
  const at = lowerBound(axis.onMachine[axis.machine[place] as number] ?? [], place);
  const shards = await Promise.allSettled(own.map((s) => loadShard(s, signal)));
  const read = shards.flatMap((r, i) =>
    r.status === 'fulfilled' ? [{ s: own[i] as Named, shard: r.value }] : [],
  );
  const broken = shards.find((r) => r.status === 'rejected');
  if (read.length === 0 && broken) throw (broken as PromiseRejectedResult).reason;
  const benchmarks = read.flatMap(({ s, shard }) => benchmarkOf(s, shard, axis.machine[place] as number, at));
  const runtimes = [...new Set(benchmarks.map((b) => b.runtime))];
  return {
    id: told?.run ?? '',
    kind: 'main',
    date: new Date((axis.date[place] as number) * 1000).toISOString(),
    commit: told?.hash ?? '',
    dirty: false,
    profile: 'main',
    machine,
    environment: { kernel: environment.kernel, image: environment.image },
    runtimes: runtimes.map((name) => ({
      name,
      toolchain: environment.runtimes[name]?.toolchain ?? '',
      flags: environment.runtimes[name]?.flags ?? '',
      execs: [...new Set(benchmarks.filter((b) => b.runtime === name).map((b) => b.exec))],
      status: 'measured',
      reason: '',
    })),
    // The other workloads are there to be chosen.
    workloads: names.map((name) => ({ name, parameters: name === chosen ? parametersOf(benchmarks) : [] })),
    units: site.trends.units,
    benchmarks,
  };
}

function benchmarkOf(s: Named, shard: Shard, machine: number, at: number): Benchmark[] {
  const values: Benchmark['values'] = {};
  for (const c of shard.columns) {
    if (c.machine !== machine) continue;
    const i = lowerBound(c.run, at);
    if (c.run[i] !== at) continue;
    const bounded = Number.isFinite(c.low[i]);
    values[c.unit] = {
      center: c.center[i] as number,
      low: bounded ? (c.low[i] as number) : null,
      high: bounded ? (c.high[i] as number) : null,
      n: c.n[i] as number,
      samples: [],
    };
  }
  if (Object.keys(values).length === 0) return [];
  const parameters = Object.fromEntries(
    s.name
      .split('/')
      .slice(1)
      .map((part): [string, string] => {
        const [key = '', ...rest] = part.split('=');
        return [key, rest.join('=')];
      }),
  );
  return [
    {
      workload: s.workload,
      name: s.name,
      parameters,
      exec: s.exec,
      runtime: s.runtime,
      procs: s.procs,
      values,
      curve: [],
      unsteady: 0,
      failures: [],
      notes: [],
      unranked: '',
    },
  ];
}

function parametersOf(benchmarks: Benchmark[]): Run['workloads'][number]['parameters'] {
  const names = [...new Set(benchmarks.flatMap((b) => Object.keys(b.parameters)))];
  return names.map((name) => {
    const values = [...new Set(benchmarks.flatMap((b) => b.parameters[name] ?? []))];
    const numbers = values.every((v) => v !== '' && Number.isFinite(Number(v)));
    return { name, kind: numbers ? 'number' : 'text', values };
  });
}
