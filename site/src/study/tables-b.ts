// Study B: REST calls and files, by how many there are and by what runs them.

import { estimateOf } from '../cards/cards.ts';
import type { Benchmark, Estimate } from '../data/run.ts';
import { digits } from '../ui/format.ts';
import { at, both } from './claim.ts';
import { UNIT } from './figures.ts';
import { published } from './published.ts';
import {
  here,
  milliseconds,
  ours,
  type Setting,
  said,
  settingsOf,
  type Table,
  UNPUBLISHED,
  WAYS,
  way,
} from './sheet.ts';
import type { Measured } from './source.ts';
import { LOAD, quotients } from './weigh.ts';

/** percent writes a study's share as it gave it: +12.1 %, or 2.6× from twice as long on. */
function percent(share: number): string {
  if (share === 0) return 'as long';
  const given = (v: number) => String(Number(v.toFixed(1)));
  if (share >= 1) return `${given(1 + share)}×`;
  return `${share > 0 ? '+' : '−'}${given(Math.abs(share) * 100)}\u202f%`;
}

/** What the study gave of a variant in relation to another one, for each count; null: nothing. */
interface Share {
  of: string;
  share?: (number | null)[];
  /** Or the difference in milliseconds. */
  ms?: number[];
  /** Whether it gave the share in round words. */
  about?: boolean;
}

export function ioTable(kind: 'rest' | 'file', measured: Measured | undefined): Table {
  const { counts } = published.b;
  const times: Record<string, number[]> = published.b[kind];
  const against: Record<string, Share> = published.b[kind === 'rest' ? 'restAgainst' : 'fileAgainst'];
  const parameter = kind === 'rest' ? 'requests' : 'files';
  const settings = settingsOf(measured?.benchmarks ?? [], [parameter]);
  const nameOf = (exec: string) => WAYS.find(([e]) => e === exec)?.[1] ?? exec;
  return {
    id: kind,
    title: kind === 'rest' ? 'REST calls' : 'Files written and read',
    about: `The time for all ${parameter} together; the claims above use the time of one. Where the study gives a variant relative to another, our value has its ratio to the same one.`,
    subject: kind,
    rows: 'variant',
    columns: ['Published', ...settings.map(ours)],
    groups: counts.map((count, c) => ({
      title: `${parameter} = ${count}`,
      rows: WAYS.map(([exec, name]) => {
        const ms = times[exec]?.[c];
        const relation = against[exec];
        const share = relation?.share?.[c];
        const apart = relation?.ms?.[c];
        const told =
          ms !== undefined
            ? said(milliseconds(ms))
            : relation && apart !== undefined
              ? said(
                  `${apart > 0 ? '+' : '−'}${milliseconds(Math.abs(apart))}`,
                  `against ${nameOf(relation.of)}`,
                )
              : relation && typeof share === 'number'
                ? said(`${relation.about ? 'about ' : ''}${percent(share)}`, `against ${nameOf(relation.of)}`)
                : UNPUBLISHED;
        const find = (setting: Setting, e: string) => {
          const b = measured?.benchmarks.find(
            both(way(measured, e), at({ [parameter]: String(count) }), setting.select),
          );
          return b && scaled(b, UNIT, count);
        };
        return {
          name,
          cells: [
            told,
            ...settings.map((setting) => {
              const base = relation && find(setting, relation.of);
              return here(find(setting, exec), UNIT, base && estimateOf(base, UNIT));
            }),
          ],
        };
      }),
    })),
  };
}

/** scaled is a benchmark whose value is of so many operations instead of one. */
export function scaled(benchmark: Benchmark, unit: string, times: number): Benchmark {
  const e = benchmark.values[unit];
  if (!e) return benchmark;
  const by = (v: number | null) => (v === null ? null : v * times);
  const estimate: Estimate = {
    center: e.center * times,
    low: by(e.low),
    high: by(e.high),
    n: e.n,
    samples: e.samples.map((s) => s * times),
  };
  return { ...benchmark, values: { ...benchmark.values, [unit]: estimate } };
}

/** What the study's processor could run at once. */
const THREADS = 12;

export function resourcesTable(measured: Measured | undefined): Table {
  const rows: Record<string, { cpu: number; mb: number }> = published.b.resources;
  return {
    id: 'resources',
    title: 'Table 2: processor and memory, 5000 files',
    about:
      'Published: averages that a monitor showed, on a processor with 12 threads. Here: the processors that were busy on average, by user and system time, and the peak resident memory of the process. The memory is not the same quantity: compare the order of the rows.',
    subject: 'file',
    rows: 'variant',
    columns: ['CPU, published', 'Memory, published', 'Busy processors, here', 'Peak memory, here'],
    groups: settingsOf(measured?.benchmarks ?? [], ['files']).map((setting) => ({
      title: setting.label === '' ? 'files = 5000' : `files = 5000, ${setting.label}`,
      rows: WAYS.map(([exec, name]) => {
        const b = measured?.benchmarks.find(both(way(measured, exec), at({ files: '5000' }), setting.select));
        const [load] = b ? quotients([b], 'cpu-sec/op', UNIT, LOAD) : [];
        const told = rows[exec];
        return {
          name,
          cells: [
            told
              ? said(`${told.cpu}\u202f%`, `${digits((told.cpu / 100) * THREADS)} of ${THREADS}`)
              : UNPUBLISHED,
            told ? said(`${told.mb}\u202fMB`) : UNPUBLISHED,
            here(load, LOAD),
            here(b, 'peak-rss-bytes'),
          ],
        };
      }),
    })),
  };
}
