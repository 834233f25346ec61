// A ratio as people say it.

/** percent writes a ratio as a change: +12.3 %, −4.0 %. */
export function percent(ratio: number): string {
  const share = (ratio - 1) * 100;
  const size = Math.abs(share);
  return `${share < 0 ? '−' : '+'}${size >= 100 ? size.toFixed(0) : size.toFixed(1)}\u202f%`;
}
