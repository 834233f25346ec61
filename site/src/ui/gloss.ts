// What the known units mean, in a few words. What has no entry is shown without.

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
