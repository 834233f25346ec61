// How long ago something was, in the words of a person.

const UNITS: [seconds: number, word: string][] = [
  [86_400 * 365, 'year'],
  [86_400 * 30, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** age says how long before now (milliseconds since 1970) an RFC 3339 time is: "3 hours ago". */
export function age(when: string, now: number): string {
  const seconds = (now - Date.parse(when)) / 1000;
  if (!Number.isFinite(seconds)) return 'at an unknown time';
  for (const [size, word] of UNITS) {
    const n = Math.floor(seconds / size);
    if (n >= 1) return `${n} ${word}${n === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
