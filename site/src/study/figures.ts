// Study A's figures 2 to 9, each as two cards of one shape: as published, and as measured here.

import type { Card, Row } from '../cards/cards.ts';
import type { Series } from '../cards/series.ts';
import { type Look, look } from '../chart/palette.ts';
import type { Benchmark, Estimate } from '../data/run.ts';
import {
  bare,
  type Mode,
  type Pattern,
  type Statistic,
  SWEEPS,
  type Sweep,
  sweepValue,
  sweepXs,
} from './published.ts';
import { type Measured, MODES, PATTERNS } from './source.ts';

export const UNIT = 'sec/op';

export interface Figure {
  /** As the study numbers it. */
  number: number;
  sweep: Sweep;
  patterns: Pattern[];
}

/** The figures in the study's order: both sweeps with all patterns, then pattern by pattern. */
export const FIGURES: Figure[] = [
  { number: 2, sweep: 'workers', patterns: PATTERNS },
  { number: 3, sweep: 'n', patterns: PATTERNS },
  ...(['workers', 'n'] as const).flatMap((sweep, s) =>
    PATTERNS.map((pattern, i) => ({ number: 4 + 3 * s + i, sweep, patterns: [pattern] })),
  ),
];

/** figureTitle writes "Figure 5: coordinator over workers, n = 250". */
export function figureTitle({ number, sweep, patterns }: Figure): string {
  const what = patterns.length > 1 ? 'all patterns' : patterns[0];
  const { fixed, at } = SWEEPS[sweep];
  return `Figure ${number}: ${what} over ${sweep}, ${fixed} = ${at}`;
}

/** What a reader calls a mode. */
export const LABELS: Record<Mode, string> = {
  go: 'Go',
  kt: 'JVM',
  kt_graal: 'native image',
  kt_ntv: 'Kotlin/Native',
};

/** A mode's looks are those of a runtime; these are where nothing of it was measured. */
const STANDARD: Record<Mode, string> = {
  go: 'go',
  kt: 'jvm-25',
  kt_graal: 'native-image-25',
  kt_ntv: 'kotlin-native',
};

/** As the study ran it, and what Kotlin's default dispatcher makes of it. */
export const PUBLISHED_EXEC: Record<Mode, string> = {
  go: 'goroutine',
  kt: 'event-loop',
  kt_graal: 'event-loop',
  kt_ntv: 'event-loop',
};
const SECOND_EXEC = 'default';

/** A line that the reader can hide: a mode, with Kotlin's second exec as one of its own. */
export interface Line extends Series {
  mode: Mode;
  /** Whether the study has such a line. */
  published: boolean;
}

/** linesOf are the lines of all figures; the second exec is among them where it was measured. */
export function linesOf(measured: Measured | undefined, slots: Map<string, number>): Line[] {
  return MODES.flatMap((mode) => {
    const runtime = measured?.runtimes.get(mode) ?? STANDARD[mode];
    const line = (exec: string, nth: number): Line => ({
      key: nth === 0 ? mode : `${mode}-${exec}`,
      label: nth === 0 ? LABELS[mode] : `${LABELS[mode]}, ${exec}`,
      runtime,
      exec,
      look: look(slots.get(runtime) ?? 0, nth),
      mode,
      published: nth === 0,
    });
    const second =
      mode !== 'go' && measured?.benchmarks.some((b) => b.runtime === runtime && b.exec === SECOND_EXEC);
    return [line(PUBLISHED_EXEC[mode], 0), ...(second ? [line(SECOND_EXEC, 1)] : [])];
  });
}

export interface Pictured {
  /** All x of both cards. */
  xs: string[];
  published: Card;
  here: Card;
}

/**
 * pictured makes both cards of a figure. Twelve lines are as many as a chart can hold: the figure of all patterns leaves
 * the second exec to the others. On a logarithmic axis the study's zeros, of a timer in whole milliseconds, have no place.
 */
export function pictured(
  figure: Figure,
  lines: Line[],
  measured: Measured | undefined,
  statistic: Statistic,
  log: boolean,
): Pictured {
  const { sweep, patterns } = figure;
  const { fixed, at } = SWEEPS[sweep];
  const here = (measured?.benchmarks ?? []).filter((b) => b.parameters[fixed] === at);
  const order = (values: string[]) => [...new Set(values)].sort((a, b) => Number(a) - Number(b));
  const told = here.filter((b) => patterns.some((pattern) => pattern === b.parameters.pattern));
  const measuredXs = told.flatMap((b) => b.parameters[sweep] ?? []);
  const every = order([...sweepXs(sweep), ...measuredXs]);
  const ends = [every[0], every.at(-1)].filter((x) => x !== undefined);
  const all = patterns.length > 1;
  const rows = patterns.flatMap((pattern) =>
    lines
      .filter((line) => line.published || !all)
      .map((line) => ({ pattern, line, series: all ? patterned(line, pattern) : line })),
  );
  const card = (
    xs: string[],
    cells: (pattern: Pattern, line: Line, x: string) => Benchmark | undefined,
  ): Card => ({
    where: [{ name: 'pattern', value: all ? 'all' : (patterns[0] as string) }],
    xs,
    rows: rows.map(
      ({ pattern, line, series }): Row => ({ series, cells: xs.map((x) => cells(pattern, line, x)) }),
    ),
  });
  return {
    xs: every,
    published: card(order([...sweepXs(sweep), ...ends]), (pattern, line, x) => {
      const seconds = line.published ? sweepValue(sweep, pattern, line.mode, x, statistic) : undefined;
      if (seconds === undefined || (log && seconds === 0)) return undefined;
      return point(pattern, line, bare(seconds));
    }),
    // An x that nobody here has would part every line; both ends keep the axis that of its neighbour.
    here: card(order([...measuredXs, ...ends]), (pattern, line, x) =>
      here.find(
        (b) =>
          b.parameters.pattern === pattern &&
          b.parameters[sweep] === x &&
          b.runtime === line.runtime &&
          b.exec === line.exec,
      ),
    ),
  };
}

const DASHES: Record<Pattern, number[]> = { fan: [], coordinator: [7, 3], pure: [2, 3] };

/** patternLook has the dash by which a pattern is told where a chart holds all of them. */
export function patternLook(base: Look, pattern: Pattern): Look {
  return { ...base, dash: DASHES[pattern] };
}

function patterned(line: Line, pattern: Pattern): Series {
  return {
    ...line,
    key: `${line.key}/${pattern}`,
    label: `${line.label} ${pattern}`,
    look: patternLook(line.look, pattern),
  };
}

function point(pattern: Pattern, line: Line, estimate: Estimate): Benchmark {
  return {
    workload: 'MatMul',
    name: `published/${line.mode}_${pattern}`,
    parameters: {},
    exec: line.exec,
    runtime: line.runtime,
    procs: 0,
    values: { [UNIT]: estimate },
    curve: [],
    unsteady: 0,
    failures: [],
    notes: [],
    unranked: '',
  };
}

/** zeros counts the published values of 0 ms in a figure. */
export function zeros({ sweep, patterns }: Figure, statistic: Statistic): number {
  return sweepXs(sweep).reduce(
    (sum, x) =>
      sum + patterns.flatMap((p) => MODES.filter((m) => sweepValue(sweep, p, m, x, statistic) === 0)).length,
    0,
  );
}

/**
 * gapsOf says in words what the card of our own has no value of, of all the xs of its figure: whole lines with the reason
 * if one is known, and the x at which lines have none. Failures have notes of their own.
 */
export function gapsOf({ here, xs }: Pictured, sweep: Sweep, measured: Measured | undefined): string[] {
  if (!measured) return [];
  const whole = new Map<string, string[]>();
  const partly = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, text: string, label: string) =>
    to.set(text, [...(to.get(text) ?? []), label]);
  for (const { series, cells } of here.rows) {
    const lacking = xs.filter((x) => !cells[here.xs.indexOf(x)]);
    if (lacking.length === xs.length) {
      const skip = measured.skipped.find((r) => r.name === series.runtime);
      add(
        whole,
        skip ? `not measured in this run, skipped: ${skip.reason}` : 'not measured in this run',
        series.label,
      );
    } else if (lacking.length > 0)
      add(partly, `not measured in this run at ${sweep} = ${ranges(lacking, xs)}`, series.label);
  }
  const missing = [...whole.values()].reduce((sum, labels) => sum + labels.length, 0);
  const told = ([text, labels]: [string, string[]], all: string) =>
    `${labels.length > 1 && labels.length === here.rows.length - missing ? all : labels.join('; ')}: ${text}`;
  return [
    ...[...whole].map(([text, labels]) => `${labels.join('; ')}: ${text}`),
    ...[...partly].map((entry) => told(entry, missing > 0 ? 'All others' : 'All lines')),
  ];
}

/** ranges writes 1, 2, 3, 7 as "1 to 3, 7": what follows each other in all is one range. */
export function ranges(some: string[], all: string[]): string {
  const parts: string[][] = [];
  for (const value of some) {
    const last = parts.at(-1);
    if (last && all.indexOf(value) === all.indexOf(last.at(-1) as string) + 1) last.push(value);
    else parts.push([value]);
  }
  return parts.map((p) => (p.length > 2 ? `${p[0]} to ${p.at(-1)}` : p.join(', '))).join(', ');
}
