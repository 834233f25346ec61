// The page of two commits: which, on what machine, and the table.

import { mean } from '../cards/twins.ts';
import { type Axis, Commits, loadAxis } from '../data/axis.ts';
import { type Named, seriesOf } from '../data/names.ts';
import { loadShard, type Shard } from '../data/shard.ts';
import type { Site } from '../data/site.ts';
import { type Option, select } from '../ui/controls.ts';
import { el } from '../ui/dom.ts';
import { count, percent, quantity, commit as short } from '../ui/format.ts';
import { commitLink, pageAddress } from '../ui/links.ts';
import { machineNames } from '../ui/machine.ts';
import type { Here } from '../ui/mount.ts';
import { problem } from '../ui/problem.ts';
import { type Difference, differences, RUNS } from './commits.ts';
import { ALPHA } from './holm.ts';
import { controls, nothingIn } from './modes.ts';
import type { State } from './state.ts';
import { row, table } from './table.ts';

const commits = new Commits();
/** Commits that the lists offer: the newest of the machine. */
const OFFERED = 80;

/** commitsPage builds it, and loads every trend of the workload that is looked at, or of all. */
export async function commitsPage(site: Site, state: State, here: Here<State>): Promise<HTMLElement> {
  const axis = await loadAxis();
  const machine =
    state.machine !== undefined && axis.onMachine[state.machine] ? state.machine : busiest(axis);
  const own = axis.onMachine[machine] ?? [];
  const places = [...new Set(own.map((run) => axis.commit[run] as number))];
  const newest = site.trends.changes.find((c) => c.machine === machine);
  const span = newest && site.trends.spans[newest.span];
  const b = state.b ?? span?.to ?? places.at(-1);
  const a =
    state.a ?? (state.b === undefined ? span?.from : undefined) ?? places.findLast((p) => p < (b ?? 0));
  if (a === undefined || b === undefined || a >= b || b >= axis.commits)
    return nothingIn(
      'commits',
      here,
      'No two commits to compare',
      'Choose two commits of the main branch, the earlier one first. This machine has too few, or one is not in the history.',
    );
  const all = seriesOf(site.trends);
  const machines = machineNames(site.trends.machines);
  const chosen = all.filter((s) => state.workload === undefined || s.workload === state.workload);
  const options = await offered([...places.slice(-OFFERED), a, b]);
  const settled = await Promise.allSettled(chosen.map((s) => loadShard(s, here.signal)));
  const read = settled.flatMap((r, i): { s: Named; shard: Shard }[] =>
    r.status === 'fulfilled' ? [{ s: chosen[i] as Named, shard: r.value }] : [],
  );
  const broken = settled.filter((r) => r.status === 'rejected');
  const rows = differences(read, axis, machine, a, b);
  const [told, base] = await Promise.all([b, a].map((p) => commits.load(p).catch(() => undefined)));
  return el(
    'div',
    {},
    controls(
      'commits',
      all.map((s) => s.workload),
      state,
      here,
      select(
        'a',
        'Before',
        options.filter((o) => Number(o.value) < b),
        String(a),
        (v) => here.choose({ a: Number(v), b }),
      ),
      select(
        'b',
        'After',
        options.filter((o) => Number(o.value) > a),
        String(b),
        (v) => here.choose({ a, b: Number(v) }),
      ),
      machines.length < 2
        ? undefined
        : select(
            'machine',
            'Machine',
            machines.map((label, i) => ({ value: String(i), label })),
            String(machine),
            (v) => here.choose({ a, b, machine: Number(v) }),
          ),
    ),
    el(
      'p',
      { class: 'measured' },
      'The runs up to ',
      commitLink(site.repository, base?.hash ?? ''),
      ' and the runs from ',
      commitLink(site.repository, told?.hash ?? ''),
      ` on, ${count(b - a, 'commit')} later, on ${machines[machine] ?? ''}.`,
    ),
    broken.map((r) => problem((r as PromiseRejectedResult).reason, here.again)).slice(0, 1),
    summary(rows, chosen.length),
    table(
      'differences',
      'Change from before to after',
      ['Before', 'After', 'Change', 'p', 'Runs before, after'],
      largest(rows, state).map((r) => line(r, machine, b)),
    ),
    el(
      'p',
      { class: 'quiet' },
      `Up to ${RUNS} runs on each side, as far as the next change point. Times are the medians of the runs; changes are of their ratios to the ruler, where all of them have one. A change is clear if the Mann-Whitney test holds after Holm’s correction, at ${ALPHA * 100} % false alarms for the whole table. One run on a side is never enough for that.`,
    ),
  );
}

function busiest(axis: Axis): number {
  return axis.onMachine.reduce(
    (best, runs, i, all) => (runs.length > (all[best]?.length ?? 0) ? i : best),
    0,
  );
}

async function offered(places: number[]): Promise<Option[]> {
  const sorted = [...new Set(places)].sort((x, y) => y - x);
  const told = await Promise.all(sorted.map((p) => commits.load(p).catch(() => undefined)));
  return sorted.map((place, i) => ({
    value: String(place),
    label: told[i] ? `${short(told[i].hash, false)} ${told[i].subject}`.slice(0, 70) : `commit ${place + 1}`,
  }));
}

function summary(rows: Difference[], series: number): HTMLElement {
  const clear = rows.filter((r) => r.clear);
  const worse = clear.filter((r) => r.ratio > 1).length;
  const all = mean(rows.map((r) => r.ratio).filter((r) => r > 0));
  const tested = rows.filter((r) => r.p !== undefined).length;
  return el(
    'p',
    { class: 'summary', role: 'status' },
    el('strong', {}, `${worse} slower, ${clear.length - worse} faster`),
    `, ${rows.length - clear.length} without a clear difference.`,
    all === undefined ? '' : ` Mean change ${percent(all)}.`,
    el(
      'span',
      { class: 'quiet' },
      series > rows.length
        ? ` ${count(series - rows.length, 'benchmark')} not measured on both sides here.`
        : '',
      tested === 0 && rows.length > 0 ? ' Nothing can be tested: no side has runs that differ.' : '',
    ),
  );
}

// What clearly differs first, and the largest change before smaller ones.
function largest(rows: Difference[], state: State): Difference[] {
  const size = (r: Difference) => Math.abs(Math.log(r.ratio));
  return rows
    .filter((r) => r.clear || !state.clear)
    .sort((x, y) => Number(y.clear) - Number(x.clear) || size(y) - size(x));
}

function line(r: Difference, machine: number, b: number): HTMLElement {
  const address = pageAddress('trends', [
    ['s', r.series.key],
    ['unit', r.unit === 'sec/op' ? undefined : r.unit],
    ['m', String(machine)],
    ['at', String(b)],
  ]);
  const change = r.clear
    ? el(
        'strong',
        { class: r.ratio > 1 ? 'change worse' : 'change better' },
        `${r.ratio > 1 ? '▲' : '▼'} ${percent(r.ratio)}`,
      )
    : el('span', { class: 'quiet' }, `~ ${percent(r.ratio)}`);
  const p = r.p === undefined ? '–' : r.p < 1e-4 ? '< 0.0001' : r.p.toFixed(4);
  return row(
    address,
    `${r.series.runtime} ${r.series.workload}`,
    [...r.series.name.split('/').slice(1), r.series.exec],
    [
      el('td', { class: 'num' }, quantity(r.before, r.unit)),
      el('td', { class: 'num' }, quantity(r.after, r.unit)),
      el('td', { class: 'num' }, change),
      el('td', { class: 'num quiet' }, p),
      el('td', { class: 'num quiet' }, `${r.runsBefore}, ${r.runsAfter}`),
    ],
  );
}
