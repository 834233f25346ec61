// How old something is, in the words of a person.

const UNITS: [seconds: number, word: string][] = [
  [86_400 * 365, 'year'],
  [86_400 * 30, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
];

/** age says how old what an RFC 3339 time tells of is now (milliseconds since 1970): "3 hours old". */
export function age(when: string, now: number): string {
  const seconds = (now - Date.parse(when)) / 1000;
  if (!Number.isFinite(seconds)) return 'of unknown age';
  for (const [size, word] of UNITS) {
    const n = Math.floor(seconds / size);
    if (n >= 1) return `${n} ${word}${n === 1 ? '' : 's'} old`;
  }
  return 'just now';
}

const WEEK = 7 * 86_400_000;

/** stale tells whether the data is older than nights that bring nothing should go unseen: a week. */
export function stale(when: string, now: number): boolean {
  return now - Date.parse(when) > WEEK;
}
