// The tooltip of a chart of the trends: a commit, and what every line of the chart has there.

import { swatch } from '../chart/marker.ts';
import { type Axis, updates } from '../data/axis.ts';
import { el } from '../ui/dom.ts';
import { date, percent, quantity, samples, commit as short, spread } from '../ui/format.ts';
import type { Trend } from './chart.ts';
import { type Line, nearest } from './lines.ts';
import { worse } from './paint.ts';

/** fillTip writes what is known of the commit at a place; pinned, with links. The lines are of one machine. */
export function fillTip(tip: HTMLElement, trend: Trend, lines: Line[], place: number, pinned: boolean): void {
  const told = trend.commits.known(place);
  const rows = lines.flatMap((line) => {
    const i = nearest(line, place);
    if (i < 0 || line.x[i] !== place) return [];
    const [center, low, high] = [line.y[i] as number, line.low[i] as number, line.high[i] as number];
    const bounded = Number.isFinite(low) && Number.isFinite(high);
    const e = {
      center,
      low: bounded ? low : null,
      high: bounded ? high : null,
      n: line.n[i] as number,
      samples: [center],
    };
    const change = line.changes.find((c) => c.index === i);
    const marks = [
      change
        ? `${worse(change.ratio, trend.better) === false ? 'faster' : 'slower'} ${percent(change.ratio)}${change.provisional ? ', provisional' : ''}${change.same ? ', with the same code' : ''}`
        : '',
      (line.unsteady[i] as number) > 0 ? `${line.unsteady[i]} of ${line.n[i]} samples unsteady` : '',
      ...(line.updates.includes(i) ? updatesAt(trend.axis, line, i) : []),
    ].filter((m) => m !== '');
    return [{ line, e, marks, run: line.run[i] as number }];
  });
  // A commit that another machine measured is told by its first run.
  const run = rows[0]?.run ?? (trend.axis.first[place] as number);
  const when = date(new Date((trend.axis.date[run] as number) * 1000).toISOString());
  rows.sort((a, b) => b.e.center - a.e.center);
  const some = rows.slice(0, 12);
  const machine = trend.machines.length < 2 ? undefined : trend.machines[trend.axis.machine[run] as number];
  tip.replaceChildren(
    el(
      'p',
      { class: 'tip-head' },
      el('code', {}, told ? short(told.hash, false) : `commit ${place + 1}`),
      ` ${when}${told?.author ? ` · ${told.author}` : ''}${machine ? ` · ${machine}` : ''}`,
    ),
    told?.subject ? el('p', { class: 'tip-subject' }, told.subject) : '',
    el(
      'table',
      {},
      some.map(({ line, e, marks }) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, swatch(line.look), line.label),
          el('td', { class: 'num' }, quantity(e.center, trend.unit)),
          el('td', { class: 'num quiet' }, spread(e)),
          el('td', { class: 'num quiet least' }, samples(e.n)),
          el('td', { class: 'quiet' }, marks.join('; ')),
        ),
      ),
    ),
    rows.length > some.length ? el('p', { class: 'quiet' }, `and ${rows.length - some.length} more`) : '',
    pinned ? el('p', { class: 'tip-links' }, trend.links(run, told)) : '',
  );
}

function updatesAt(axis: Axis, line: Line, i: number): string[] {
  const before = axis.environments[axis.environment[line.run[i - 1] as number] as number];
  const after = axis.environments[axis.environment[line.run[i] as number] as number];
  return before && after ? updates(before, after, line.series.runtime) : [];
}
