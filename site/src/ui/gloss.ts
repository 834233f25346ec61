// What the known workloads, their values and the known units mean, in a few words. What has no entry is shown without.

const WORKLOADS: Record<string, string> = {
  MatMul:
    'Multiplies two n × n matrices with workers that talk over channels: one message out and one back for every cell of the product.',
};

const VALUES: Record<string, string> = {
  'MatMul/pattern=fan': 'Workers take cells from one shared channel and send results into another.',
  'MatMul/pattern=coordinator':
    'Workers ask for each cell; one coordinator selects between requests and results.',
  'MatMul/pattern=pure':
    'Like coordinator, but each message carries a copy of its row and column: nothing is shared.',
};

const UNITS: Record<string, string> = {
  'sec/op': 'Time per operation in a process that has warmed up.',
  'cpu-sec/op': 'CPU time per operation, user and system, of the whole process on all its cores.',
  'B/op': 'Bytes allocated per operation, as the runtime counts them.',
  'allocs/op': 'Objects allocated per operation, as the runtime counts them.',
  'start-sec': 'From the start of a fresh process to its first result.',
  'first-sec/op': 'The first operation of a fresh process, without warm-up.',
  'tenth-sec/op': 'The tenth operation of a fresh process, without warm-up before the first.',
  'peak-rss-bytes': 'The most memory the process held at once (resident set): heap, code and stacks.',
  'threads-started': 'Operating-system threads that the process started.',
  'threads-peak': 'The most operating-system threads the process had at once.',
  'binary-bytes': 'Size of the executable file, without what else it needs to run, such as a JDK.',
};

/** unitGloss says what a unit measures. */
export function unitGloss(unit: string): string | undefined {
  return UNITS[unit];
}

/** workloadGloss says what a workload does, undefined if that isn't written down. */
export function workloadGloss(workload: string): string | undefined {
  return WORKLOADS[workload];
}

/** valueGloss says what a value of a text parameter means. */
export function valueGloss(workload: string, parameter: string, value: string): string | undefined {
  return VALUES[`${workload}/${parameter}=${value}`];
}
