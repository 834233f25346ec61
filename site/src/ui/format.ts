// Numbers and dates as a reader sees them. The only place that turns one into text.

import type { Estimate } from '../data/run.ts';
import { type Kind, kindOf } from './unit.ts';

/** Narrow no-break space: between a number and its unit, so that they never part at a line's end. */
const THIN = '\u202f';

/** A power of a unit that a person would say: 0.0051 s is told in ms. */
export interface Scale {
  factor: number;
  suffix: string;
}

const TIME: Scale[] = [
  { factor: 1e-9, suffix: 'ns' },
  { factor: 1e-6, suffix: 'µs' },
  { factor: 1e-3, suffix: 'ms' },
  { factor: 1, suffix: 's' },
];
const BYTES: Scale[] = [
  { factor: 1, suffix: 'B' },
  { factor: 1024, suffix: 'KiB' },
  { factor: 1024 ** 2, suffix: 'MiB' },
  { factor: 1024 ** 3, suffix: 'GiB' },
];
const COUNT: Scale[] = [
  { factor: 1, suffix: '' },
  { factor: 1e3, suffix: 'k' },
  { factor: 1e6, suffix: 'M' },
  { factor: 1e9, suffix: 'G' },
];
const RATIO: Scale[] = [{ factor: 1, suffix: '×' }];
const SCALES: Record<Kind, Scale[]> = { time: TIME, bytes: BYTES, count: COUNT, ratio: RATIO };

/** scaleOf chooses the scale in which value has its units digit; zero takes the smallest. */
export function scaleOf(value: number, unit: string): Scale {
  const all = SCALES[kindOf(unit)];
  // 999.6 ns would be written 1000 ns at three digits: it is 1.00 µs.
  const size = Math.abs(value) * (1 + 5e-4);
  return all.findLast((s) => size >= s.factor) ?? (all[0] as Scale);
}

/** digits writes value with three significant digits, and never in exponents: 5.12, 51.2, 512, 5,120, 0.71, 0.052. */
export function digits(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  // Below one the third digit would be of a value that is itself given to a few per cent.
  if (size < 0.1) return String(Number(value.toPrecision(2)));
  const rounded = Number(size.toPrecision(3));
  return group(value.toFixed(rounded >= 100 ? 0 : rounded >= 10 ? 1 : 2));
}

function group(text: string): string {
  const [whole = '', rest] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** quantity writes a value of a unit: 5.12 ms, 1.20 MiB, 12.3 k. Counts below a thousand stay whole if they are. */
export function quantity(value: number, unit: string): string {
  const scale = scaleOf(value, unit);
  const scaled = value / scale.factor;
  const counted = kindOf(unit) === 'count' || kindOf(unit) === 'bytes';
  const whole = counted && scale.factor === 1 && Number.isInteger(scaled);
  return suffixed(whole ? group(String(scaled)) : digits(scaled), scale);
}

/** tick writes a value of an axis in its scale, without needless zeros. */
export function tick(value: number, scale: Scale): string {
  const number = group(String(Number((value / scale.factor).toPrecision(6))));
  return value === 0 ? number : suffixed(number, scale);
}

function suffixed(number: string, { suffix }: Scale): string {
  return suffix === '' || suffix === '×' ? number + suffix : number + THIN + suffix;
}

/** exact tells whether all samples have the same value, so that there is no noise to tell of. */
export function exact({ center, low, high, samples }: Estimate): boolean {
  return low === center && high === center && samples.every((s) => s === center);
}

/**
 * spread writes the wider half of an interval as a share of the centre, as benchstat does: ± 3 %.
 * An infinite interval is ± ∞, and an exact value has nothing after it.
 */
export function spread(estimate: Estimate): string {
  const { center, low, high } = estimate;
  if (exact(estimate)) return '';
  if (low === null || high === null) return `±${THIN}∞`;
  if (low === center && high === center) return `±${THIN}0${THIN}%`;
  if (center === 0) return `±${THIN}?`;
  const share = (Math.max(high - center, center - low) / Math.abs(center)) * 100;
  return `±${THIN}${share < 0.95 ? share.toFixed(1) : group(share.toFixed(0))}${THIN}%`;
}

/** interval writes both ends: 4.90 to 5.40 ms. */
export function interval(estimate: Estimate, unit: string): string {
  const { low, high } = estimate;
  if (exact(estimate)) return 'the same in every sample';
  if (low === null || high === null) return 'no interval: fewer than 6 samples';
  return `${quantity(low, unit)} to ${quantity(high, unit)}`;
}

/** ratio writes how many times: 1.40×, 12.3×, 1,230×. */
export function ratio(value: number): string {
  return quantity(value, 'ratio');
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** date writes an RFC 3339 time in UTC: 20 Nov 2026, 12:00. What is no date stays as it is. */
export function date(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return value;
  const two = (n: number) => String(n).padStart(2, '0');
  const month = MONTHS[time.getUTCMonth()];
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`;
  return `${time.getUTCDate()} ${month} ${time.getUTCFullYear()}, ${clock}`;
}

/** commit shortens a hash, and says when the tree had changes that are in no commit. */
export function commit(hash: string, dirty: boolean): string {
  return hash.slice(0, 8) + (dirty ? ' + local changes' : '');
}

/** samples writes a count of samples: n = 6. */
export function samples(n: number): string {
  return `n${THIN}=${THIN}${n}`;
}

/** count writes "1 sample", "2,000 samples". */
export function count(n: number, noun: string, ending = 's'): string {
  return `${group(String(n))} ${noun}${n === 1 ? '' : ending}`;
}

/** percent writes a ratio as a change: +12.3 %, −4.0 %. */
export function percent(ratio: number): string {
  const share = (ratio - 1) * 100;
  const size = Math.abs(share);
  return `${share < 0 ? '−' : '+'}${size >= 100 ? size.toFixed(0) : size.toFixed(1)}${THIN}%`;
}

/** shortCpu is a processor's name without what all have. */
export function shortCpu(cpu: string): string {
  return cpu
    .replace(/\((R|TM)\)/g, '')
    .replace(/\b(CPU|Processor|\d+-Core)\b/g, '')
    .replace(/@.*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
