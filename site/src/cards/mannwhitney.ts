// The Mann-Whitney U test: may two samples of one job be of the same distribution?
//
// Which columns stand beside each other is the reader's choice, so this alone of all statistics is computed in the
// page too. p is benchstat's in every case: exact up to the sizes that it counts to, normal beyond, and with ties twice
// the tail below the smaller U in the distribution of the first sample's.

/** benchstat's level: above it a difference is written ~. */
export const ALPHA = 0.05;

/** Up to so many values on each side the distribution is exact, without ties and with them. */
const UNTIED = 50;
const TIED = 25;

/** mannWhitney is the two-sided p of two samples, 1 where all values are equal; undefined where one has none. */
export function mannWhitney(a: number[], b: number[]): number | undefined {
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0) return undefined;
  const all = [...a.map((v) => ({ v, own: true })), ...b.map((v) => ({ v, own: false }))].sort(
    (x, y) => x.v - y.v,
  );
  if (all[0]?.v === all.at(-1)?.v) return 1;
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
  const u = sum / 2 - (n * (n + 1)) / 2;
  const least = Math.min(u, n * m - u);
  const most = ties > 0 ? TIED : UNTIED;
  if (n > most || m > most) return normal(n, m, u, ties);
  if (2 * least === n * m) return 1;
  const below = ties > 0 ? tiedBelow(ranks, n, 2 * least + n * (n + 1)) : untiedBelow(n, m, least);
  return Math.min(1, 2 * below);
}

/** decides tells whether samples of such sizes can show a difference at all. */
export function decides(n: number, m: number): boolean {
  let ways = 1;
  for (let i = 1; i <= n; i++) ways *= (m + i) / i;
  return 2 / ways <= ALPHA;
}

// The share of ways in which n of the ranks sum up to no more than sum.
function tiedBelow(ranks: number[], n: number, sum: number): number {
  const ways = Array.from({ length: n + 1 }, () => new Float64Array(sum + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (const r of ranks)
    for (let k = n; k >= 1; k--) {
      const [to, from] = [ways[k] as Float64Array, ways[k - 1] as Float64Array];
      for (let s = sum; s >= r; s--) to[s] = (to[s] as number) + (from[s - r] as number);
    }
  let total = 1;
  for (let i = 1; i <= n; i++) total *= (ranks.length - n + i) / i;
  return (ways[n] as Float64Array).reduce((all, w) => all + w, 0) / total;
}

// P(U <= u) where no values tie, by the recurrence of Mann and Whitney (Ann. Math. Statist. 18, 1947):
// p(n,m,u) = (n p(n-1,m,u-m) + m p(n,m-1,u)) / (n+m). row[i] holds p(i,j,·) of the j reached so far.
function untiedBelow(n: number, m: number, u: number): number {
  const start = () => Float64Array.from({ length: u + 1 }, (_, i) => (i === 0 ? 1 : 0));
  const row = Array.from({ length: n + 1 }, start);
  for (let j = 1; j <= m; j++)
    for (let i = 1; i <= n; i++) {
      const [less, own] = [row[i - 1] as Float64Array, row[i] as Float64Array];
      for (let k = u; k >= 0; k--)
        own[k] = (i * (k >= j ? (less[k - j] as number) : 0) + j * (own[k] as number)) / (i + j);
    }
  return (row[n] as Float64Array).reduce((all, p) => all + p, 0);
}

function normal(n: number, m: number, u: number, ties: number): number {
  const total = n + m;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const off = u - (n * m) / 2;
  return Math.min(1, 2 * tail((Math.abs(off) - (off === 0 ? 0 : 0.5)) / deviation));
}

// The upper tail of the normal distribution (Abramowitz and Stegun, 26.2.17), to 1e-7.
function tail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
