// Two runs as one, so that any two commits, toolchains or machines stand in the same table, and those of one machine in the
// same charts.

import type { Origin } from '../cards/series.ts';
import type { Run } from '../data/run.ts';
import { machineNames } from '../ui/machine.ts';

export interface Merged {
  run: Run;
  /** By runtime: where it was measured. */
  origins: Map<string, Origin>;
  /** The other run's runtimes by the names that they have here, and whose look they take. */
  names: Map<string, string>;
}

/** merged puts the other run's runtimes beside the run's own, under names that say which they are from. */
export function merged(run: Run, other: Run): Merged {
  const mark = markOf(run, other);
  const renamed = (name: string) => `${name} @ ${mark}`;
  const origins = new Map<string, Origin>();
  const names = new Map<string, string>();
  // One that is the same in both has one name.
  const same = JSON.stringify(run.machine) === JSON.stringify(other.machine);
  const [here, there] = machineNames([run.machine, same ? run.machine : other.machine]) as [string, string];
  const origin = (r: Run): Origin => ({ job: r.id, machine: r === run ? here : there, run: r });
  for (const r of run.runtimes) origins.set(r.name, origin(run));
  for (const r of other.runtimes) {
    origins.set(renamed(r.name), origin(other));
    names.set(renamed(r.name), r.name);
  }
  return {
    origins,
    names,
    run: {
      ...run,
      runtimes: [...run.runtimes, ...other.runtimes.map((r) => ({ ...r, name: renamed(r.name) }))],
      workloads: run.workloads.map((w) => {
        const also = other.workloads.find((o) => o.name === w.name)?.parameters ?? [];
        const parameters = w.parameters.map((p) => ({
          ...p,
          values: [...new Set([...p.values, ...(also.find((o) => o.name === p.name)?.values ?? [])])],
        }));
        return {
          ...w,
          parameters: [...parameters, ...also.filter((o) => !w.parameters.some((p) => p.name === o.name))],
        };
      }),
      units: [...run.units, ...other.units.filter((u) => !run.units.some((o) => o.name === u.name))],
      benchmarks: [
        ...run.benchmarks,
        ...other.benchmarks.map((b) => ({ ...b, runtime: renamed(b.runtime) })),
      ],
    },
  };
}

// By its commit; by its date where both are of one.
function markOf(run: Run, other: Run): string {
  return run.commit === other.commit
    ? other.date.slice(0, 16).replace('T', ' ')
    : other.commit.slice(0, 8) || other.date.slice(0, 10);
}
