// What machines are called.

import type { Machine } from '../data/run.ts';
import { count, shortCpu } from './format.ts';

/** machineNames names machines by their processors, and by what else tells them apart where these are the same. */
export function machineNames(machines: Machine[]): string[] {
  const ways: ((m: Machine) => string)[] = [
    (m) => shortCpu(m.cpu),
    (m) => `${shortCpu(m.cpu)}, ${count(m.cores, 'core')}`,
    (m) => `${shortCpu(m.cpu)}, ${count(m.cores, 'core')}, ${m.goos} ${m.goarch}`,
  ];
  return machines.map((m) => {
    const alone = ways.find((way) => machines.every((o) => o === m || way(o) !== way(m)));
    return (alone ?? (ways[0] as (m: Machine) => string))(m);
  });
}
