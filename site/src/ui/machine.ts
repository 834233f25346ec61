// Machines as people call them.

/** shortened is a processor's name without what all have. */
export function shortened(cpu: string): string {
  return cpu
    .replace(/\((R|TM)\)/g, '')
    .replace(/\b(CPU|Processor|\d+-Core)\b/g, '')
    .replace(/@.*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
