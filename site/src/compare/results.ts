// The page of one run: toolbar, legend, cards, notes, warm-up, table and environment, built anew for every choice.

import { type Card, cardsOf, estimateOf } from '../cards/cards.ts';
import { ALL, type Choice, choose } from '../cards/choice.ts';
import { curvesOf } from '../cards/curve.ts';
import { type Facet, facets, without } from '../cards/facets.ts';
import { type Frame, frame } from '../cards/frame.ts';
import { runLegend } from '../cards/legend.ts';
import { notesOf } from '../cards/notes.ts';
import { plotOf, scalesOf } from '../cards/scales.ts';
import { plainText } from '../cards/sentence.ts';
import { type Origin, seriesOf } from '../cards/series.ts';
import type { State } from '../cards/state.ts';
import { story } from '../cards/story.ts';
import { warmup } from '../cards/warmup.ts';
import { type Drawn, drawChart } from '../chart/chart.ts';
import { drawDots, isDots } from '../chart/dots.ts';
import { csv, offers } from '../chart/export.ts';
import { samplesOf } from '../data/benchfmt.ts';
import type { Run, Unit } from '../data/run.ts';
import type { Described, Site } from '../data/site.ts';
import { el } from '../ui/dom.ts';
import { environment } from '../ui/environment.ts';
import { unitGloss } from '../ui/gloss.ts';
import { hint } from '../ui/hint.ts';
import type { View } from '../ui/mount.ts';
import { nothing } from '../ui/problem.ts';
import { unitName } from '../ui/unit.ts';
import { judged } from './judged.ts';
import { RATIO, relative } from './relative.ts';
import { scalable, scaled } from './scaling.ts';
import { grid, numbers } from './table.ts';
import { choices, scaling } from './toolbar.ts';

/**
 * results builds the page of a run. change is called with what the reader chose, download is the run's file, if it has
 * one, and origins say of the runtimes of several runs which they are from.
 */
export function results(
  run: Run,
  state: State,
  slots: Map<string, number>,
  download: string | undefined,
  site: Pick<Site, 'repository' | 'described'>,
  change: (next: Partial<State>) => void,
  origins = new Map<string, Origin>(),
): View {
  const choice = choose(run, state);
  if (!choice) {
    return { element: el('div', {}, nothing(), environment(run, download, site.repository)) };
  }
  const { workload, unit } = choice;
  const series = seriesOf(run, workload.name, slots).map((s) => {
    const origin = origins.get(s.runtime);
    return origin ? { ...s, origin } : s;
  });
  const hidden = new Set(series.map((s) => s.key).filter((key) => state.hidden.has(key)));
  // Where every runtime was skipped there is nothing to draw: the notes say why.
  const cards = series.length === 0 ? [] : cardsOf(choice, series);
  const speedUp = scalable(choice) ? state.scaling : undefined;
  const drawUnit = state.relative || speedUp ? RATIO : unit.name;
  const drawCards = speedUp
    ? scaled(cards, unit.name, speedUp)
    : state.relative
      ? relative(cards, unit.name, state.base)
      : cards;
  const parts = facets(cards, drawCards, drawUnit);
  const plots = parts.map((part) => part.drawn);
  const axes = scalesOf(choice, plots, drawUnit, state, hidden);
  const drawn: Drawn[] = [];

  const frames = parts.map((part) => frameOf(part, choice, hidden));
  const curves = curvesOf(choice, series, state.warmHeld);
  const warm = curves && warmup(choice, curves, state, hidden, change);
  const absent = series.filter((s) => !cards.some((card) => hasValue(card, s.key, unit.name)));
  const notes = notesOf(run, cards, unit.name);
  const workloads = [
    ...new Set([...run.workloads.map((w) => w.name), ...run.benchmarks.map((b) => b.workload)]),
  ];
  const described = site.described[workload.name];
  const element = el(
    'div',
    {},
    judged(run, site.repository),
    el(
      'section',
      { class: 'charts', 'aria-labelledby': 'workload-title' },
      el(
        'div',
        { class: 'workload-head' },
        el('h2', { id: 'workload-title' }, workload.name),
        measured(unit, choice, described),
        described === undefined ? undefined : el('p', {}, described.doc),
      ),
      choices(workloads, choice, series, state, change),
      speedUp && el('p', { class: 'quiet' }, SCALING[speedUp]),
      runLegend(run, series, absent, {
        hidden: state.hidden,
        hide: (hidden) => change({ hidden }),
        emphasise: (key) => {
          for (const d of [...drawn, ...(warm?.drawn ?? [])]) d.emphasise(key);
        },
      }),
      el(
        'div',
        { class: `cards count-${Math.min(3, frames.length)}` },
        frames.map((f) => f.element),
      ),
      undrawn(without(cards, parts), state.relative && !speedUp),
      scaling(axes, change),
      notes.length === 0
        ? undefined
        : el(
            'ul',
            { class: 'notes', 'aria-label': 'Notes' },
            notes.map((note) => el('li', { class: `mark ${note.kind}` }, note.text)),
          ),
    ),
    warm?.element,
    numbers(run, cards, series, choice.x?.name, unit, state.base),
    environment(run, download, site.repository),
  );

  return {
    element,
    draw() {
      for (const [i, part] of parts.entries()) {
        const { element: own, plot: holder } = frames[i] as Frame;
        const told = plainText(story(part.card, choice.x?.name, unit, hidden));
        const said = part.machine === undefined ? told : `On ${part.machine}. ${told}`;
        const plot = plotOf(part.drawn, drawUnit, said, choice, axes, plots, hidden);
        const chart = isDots(plot)
          ? drawDots(holder, plot, speedUp ? 'higher' : unit.better)
          : drawChart(holder, plot);
        drawn.push(chart);
        own.append(offersOf(run, part, unit, chart));
      }
      warm?.draw?.();
    },
    destroy() {
      for (const d of drawn.splice(0)) d.destroy();
      warm?.destroy?.();
    },
  };
}

function undrawn(machines: string[], ratios: boolean): HTMLElement | undefined {
  if (machines.length === 0) return undefined;
  const where = machines.join(' and ');
  const told = ratios
    ? `No ratios on ${where}: the baseline was measured on another machine.`
    : `Nothing of this was measured on ${where}.`;
  return el('p', { class: 'quiet' }, told);
}

const SCALING = {
  speedup:
    'Speed-up: the time with one worker over the time with n. Higher is better; n workers make at most n× of it.',
  efficiency: 'Efficiency: the speed-up for each worker. 1× is a worker that loses nothing to the others.',
};

// What a card's chart can be saved as. Its values are the measured ones, whatever the chart is relative to.
function offersOf(run: Run, { card, machine }: Facet, unit: Unit, chart: Drawn): HTMLElement {
  const own = card.rows.map(({ series, cells }) => ({
    run: series.origin?.run ?? run,
    benchmarks: cells.flatMap((c) => c ?? []),
  }));
  const workload = own.flatMap((o) => o.benchmarks)[0]?.workload ?? '';
  const where = [...card.where.map((w) => `${w.name}=${w.value}`), machine ?? []].flat();
  const series = card.rows.map((r) => r.series);
  return offers([workload, ...where].join(' '), {
    ...chart,
    csv: () => csv(grid([card], series, unit.name)),
    results: () => samplesOf(own, unit),
  });
}

function frameOf({ card, machine }: Facet, choice: Choice, hidden: Set<string>): Frame {
  const [first, ...rest] = card.where;
  // Held at one value, a parameter stands in the toolbar; only those that part the cards stand on them.
  const parting = rest.filter((w) => choice.held.some((h) => h.axis.name === w.name && h.value === ALL));
  return frame(
    first ? titleOf(first) : choice.workload.name,
    [...parting.map((w) => `${w.name} = ${w.value}`), machine ?? []].flat(),
    undefined,
    story(card, choice.x?.name, choice.unit, hidden),
  );
}

// A number says nothing by itself.
function titleOf({ name, value }: { name: string; value: string }): string {
  return /^[\d.]+$/.test(value) ? `${name} = ${value}` : value;
}

function hasValue(card: Card, series: string, unit: string): boolean {
  return card.rows.some((row) => row.series.key === series && row.cells.some((c) => estimateOf(c, unit)));
}

// What the chosen unit measures, which way is better, and what the parameters mean.
function measured(unit: Unit, choice: Choice, described: Described | undefined): HTMLElement {
  const gloss = unitGloss(unit.name);
  const better = unit.better === '' ? '' : ` ${unit.better === 'lower' ? 'Lower' : 'Higher'} is better.`;
  const meant = choice.workload.parameters.flatMap(({ name }) => {
    const doc = described?.parameters[name];
    return doc === undefined ? [] : [el('br', {}), el('strong', {}, name), ` ${doc}`];
  });
  return hint(
    'What the charts show',
    el('strong', {}, unitName(unit.name)),
    ' ',
    unitName(unit.name) === unit.name ? undefined : el('code', {}, unit.name),
    ` ${gloss ?? ''}${better}`,
    ...meant,
  );
}
