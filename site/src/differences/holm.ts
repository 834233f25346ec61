// Many comparisons at once: of 1,000 tests at 1 %, ten would call out where nothing differs.

/** The rate of false alarms of a whole table. */
export const ALPHA = 0.01;

/** holm tells of each p whether it holds among all of them at a rate of alpha (Holm, 1979); undefined is no test. */
export function holm(ps: (number | undefined)[], alpha = ALPHA): boolean[] {
  const order = ps.flatMap((p, i) => (p === undefined ? [] : [{ p, i }])).sort((a, b) => a.p - b.p);
  const held = ps.map(() => false);
  for (const [k, { p, i }] of order.entries()) {
    if (p > alpha / (order.length - k)) break;
    held[i] = true;
  }
  return held;
}
