// What the known workloads, their values and the known units mean, in a few words. What has no entry is shown without.

const WORKLOADS: Record<string, string> = {
  MatMul:
    'One multiplication of two n × n matrices by a number of workers that talk over channels: one message out and one back for every cell of the product.',
};

const VALUES: Record<string, string> = {
  'MatMul/pattern=fan': 'Workers take cells from one shared channel and send results into another.',
  'MatMul/pattern=coordinator':
    'Workers ask for each cell; one coordinator selects between requests and results.',
  'MatMul/pattern=pure':
    'As coordinator, but each message carries a copy of its row and column: nothing is shared.',
};

const UNITS: Record<string, string> = {
  'sec/op': 'Time of one operation in a process that has warmed up.',
  'cpu-sec/op':
    'Processor time, user and system, that the whole process spent on one operation, on all its cores.',
  'B/op': 'Bytes that one operation allocates, by the runtime’s own account.',
  'allocs/op': 'Objects that one operation allocates, by the runtime’s own account.',
  'start-sec': 'From the start of a fresh process to its first result.',
  'first-sec/op': 'The first operation of a fresh process, without any warm-up.',
  'tenth-sec/op': 'The tenth operation of a fresh process, without any warm-up before the first.',
  'peak-rss-bytes':
    'The most memory that the process held at a time (resident set), with its heap, code and stacks.',
  'threads-started': 'Threads of the operating system that the process started.',
  'threads-peak': 'The most threads of the operating system that the process had at a time.',
  'binary-bytes':
    'Size of the executable file. What a runtime needs besides it, such as a JDK, isn’t counted.',
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
