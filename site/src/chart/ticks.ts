// Where an axis has its ticks: round numbers in the scale that its labels are written in.

/** linear gives multiples of 1, 2 or 5 times a power of ten (in units of factor) within [low, high], at most about most. */
export function linear(low: number, high: number, most: number, factor = 1): number[] {
  const span = (high - low) / factor;
  if (!(span > 0)) return [low];
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((m) => m * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const ticks: number[] = [];
  const first = Math.ceil(low / factor / step - 1e-9);
  for (let i = first; i * step <= (high / factor) * (1 + 1e-12); i++)
    ticks.push(Number((i * step).toPrecision(12)) * factor);
  return ticks;
}

// From coarse to fine: the finest set that still fits is taken.
const SETS = [[1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7], [1, 1.5, 2, 3, 4, 5, 6, 8]];

/** logarithmic gives round numbers within [low, high], both above zero, at most most of them where possible. */
export function logarithmic(low: number, high: number, most: number): number[] {
  let best: number[] = [];
  for (const set of SETS) {
    const ticks: number[] = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
      for (const m of set) {
        const tick = Number(`${m}e${e}`);
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    if (ticks.length > most && best.length > 0) break;
    best = ticks;
    if (ticks.length > most) break;
  }
  const every = Math.ceil(best.length / Math.max(1, most));
  return best.filter((_, i) => i % every === 0);
}
