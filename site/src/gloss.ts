// What the known workloads and their values do, in a few words. A workload without an entry is shown without one.

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

/** workloadGloss says what a workload does, undefined if that isn't written down. */
export function workloadGloss(workload: string): string | undefined {
  return WORKLOADS[workload];
}

/** valueGloss says what a value of a text parameter means. */
export function valueGloss(workload: string, parameter: string, value: string): string | undefined {
  return VALUES[`${workload}/${parameter}=${value}`];
}
