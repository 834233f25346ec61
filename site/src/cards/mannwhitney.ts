// The Mann-Whitney U test: may two samples of one job be of the same distribution?
//
// Which columns stand beside each other is the reader's choice, so this alone of all statistics is computed in the
// page. p is what benchstat prints: two-sided, exact, of all ways to deal the values out, ties among them.

/** Above so many values in all, the normal approximation is as good and much faster. */
const EXACT = 50;

/** mannWhitney is the two-sided p of two samples; undefined where one is empty or no value differs. */
export function mannWhitney(a: number[], b: number[]): number | undefined {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return undefined;
  const all = [...a.map((v) => ({ v, own: true })), ...b.map((v) => ({ v, own: false }))].sort(
    (x, y) => x.v - y.v,
  );
  if (all[0]?.v === all.at(-1)?.v) return undefined;
  // Twice the mid-ranks are whole numbers.
  const ranks: number[] = [];
  let ties = 0;
  let sum = 0;
  for (let i = 0; i < all.length; ) {
    let j = i;
    while (j < all.length && all[j]?.v === all[i]?.v) j++;
    for (let k = i; k < j; k++) {
      ranks.push(i + j + 1);
      if (all[k]?.own) sum += i + j + 1;
    }
    ties += (j - i) ** 3 - (j - i);
    i = j;
  }
  return n + m <= EXACT ? exact(ranks, n, sum) : normal(n, m, sum / 2, ties);
}

// In how many ways do n of the ranks have each sum?
function exact(ranks: number[], n: number, sum: number): number {
  const most = ranks.reduce((total, r) => total + r, 0);
  const ways = Array.from({ length: n + 1 }, () => new Float64Array(most + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (const r of ranks)
    for (let k = n; k >= 1; k--) {
      const [to, from] = [ways[k] as Float64Array, ways[k - 1] as Float64Array];
      for (let s = most; s >= r; s--) to[s] = (to[s] as number) + (from[s - r] as number);
    }
  let below = 0;
  let above = 0;
  let total = 0;
  for (const [s, w] of (ways[n] as Float64Array).entries()) {
    total += w;
    if (s <= sum) below += w;
    if (s >= sum) above += w;
  }
  return Math.min(1, (2 * Math.min(below, above)) / total);
}

function normal(n: number, m: number, sum: number, ties: number): number {
  const total = n + m;
  const u = sum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation;
  return Math.min(1, 2 * tail(z));
}

// The upper tail of the normal distribution (Abramowitz and Stegun, 26.2.17), to 1e-7.
function tail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
