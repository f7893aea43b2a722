/** What the player holds: the top cards of one pile. */

import type { Pile } from "./types.ts";

export interface Selection {
  readonly pile: number;
  readonly count: number;
  /** The lowest card held, by which a selection outlives a new state. */
  readonly base: string;
}

export function unit(piles: readonly Pile[], pile: number, count: number): Pile {
  const cards = piles[pile] ?? [];
  return cards.slice(cards.length - count);
}

export function select(piles: readonly Pile[], pile: number, count: number): Selection | null {
  const base = unit(piles, pile, count)[0];
  return base === undefined || count < 1 ? null : { pile, count, base };
}

/** The same cards in a new picture, or nothing when they are gone or covered. */
export function survive(
  selection: Selection | null,
  piles: readonly Pile[],
  movable: (pile: number) => number,
): Selection | null {
  if (!selection || selection.count > movable(selection.pile)) return null;
  const again = select(piles, selection.pile, selection.count);
  return again?.base === selection.base ? again : null;
}
