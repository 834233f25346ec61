// Where a page shows several machines, each has charts of its own: what differs between two of them is no runtime's.

import { type Card, estimateOf } from './cards.ts';

/** A card, or the part of it that was measured on one machine. */
export interface Facet {
  card: Card;
  /** The card as it is drawn: of ratios, say. */
  drawn: Card;
  /** The machine; undefined where all cards are of one. */
  machine: string | undefined;
}

/**
 * facets parts cards by the machines of their series; drawn are the same cards as they are drawn in a unit. A machine that
 * has nothing to draw in a card has no part of it.
 */
export function facets(cards: Card[], drawn: Card[], unit: string): Facet[] {
  const machines = machinesOf(cards);
  return cards.flatMap((card, i): Facet[] => {
    const shown = drawn[i] as Card;
    if (machines.length < 2) return [{ card, drawn: shown, machine: undefined }];
    return machines.flatMap((machine): Facet[] => {
      const own = on(shown, machine);
      const has = own.rows.some((r) => r.cells.some((c) => estimateOf(c, unit) || c?.failures.length));
      return has ? [{ card: on(card, machine), drawn: own, machine }] : [];
    });
  });
}

/** without names the machines that no part is of. */
export function without(cards: Card[], parts: Facet[]): string[] {
  const all = machinesOf(cards);
  return all.length < 2 ? [] : all.flatMap((m) => (m && !parts.some((p) => p.machine === m) ? [m] : []));
}

function machinesOf(cards: Card[]): (string | undefined)[] {
  return [...new Set(cards.flatMap((c) => c.rows.map((r) => r.series.origin?.machine)))];
}

// What a machine has of a card, without the x values that only others have.
function on(card: Card, machine: string | undefined): Card {
  const rows = card.rows.filter((r) => r.series.origin?.machine === machine);
  const kept = card.xs.flatMap((_, i) => (rows.some((r) => r.cells[i] !== undefined) ? [i] : []));
  return {
    ...card,
    xs: kept.map((i) => card.xs[i] as string),
    rows: rows.map((r) => ({ ...r, cells: kept.map((i) => r.cells[i]) })),
  };
}
