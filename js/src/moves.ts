/** Moves as text ("T5 T9 3", "deal"), and what a listed move does to the picture. */

import type { Layout, Pile, PileKind, State } from "./types.ts";

export interface Move {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Effect {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly reversed: boolean;
}

export const DEAL = "deal";

export const pileIndex = (layout: Layout, name: string): number =>
  layout.piles.findIndex((pile) => pile.name === name);

export const firstOf = (layout: Layout, kind: PileKind): number =>
  layout.piles.findIndex((pile) => pile.kind === kind);

export function moveText(layout: Layout, from: number, to: number, count: number): string {
  return `${layout.piles[from]?.name} ${layout.piles[to]?.name} ${count}`;
}

export function parseMove(layout: Layout, text: string): Move | null {
  const [source, target, count] = text.split(" ");
  if (source === undefined || target === undefined) return null;
  const from = pileIndex(layout, source);
  const to = pileIndex(layout, target);
  return from < 0 || to < 0 ? null : { text, from, to, count: Number(count) || 1 };
}

/** The legal moves of one state, by where they start; drops that go up in part come after the others. */
export class LegalMoves {
  readonly canDeal: boolean;
  readonly #texts: ReadonlySet<string>;
  readonly #layout: Layout;
  #bySource: Map<number, Move[]> | null = null;

  constructor(layout: Layout, state: State) {
    this.#layout = layout;
    this.#texts = new Set([...state.moves, ...Object.keys(state.partial ?? {})]);
    this.canDeal = this.#texts.has(DEAL);
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** In Python's order: the first of one count is the best. */
  of(pile: number, count: number): readonly Move[] {
    return (this.#sorted().get(pile) ?? []).filter((move) => move.count === count);
  }

  all(): Move[] {
    return [...this.#sorted().values()].flat();
  }

  /** Most states are only drawn, so the texts are not taken apart before somebody asks. */
  #sorted(): Map<number, Move[]> {
    if (this.#bySource) return this.#bySource;
    const sorted = new Map<number, Move[]>();
    for (const text of this.#texts) {
      const move = parseMove(this.#layout, text);
      if (move) sorted.set(move.from, [...(sorted.get(move.from) ?? []), move]);
    }
    this.#bySource = sorted;
    return sorted;
  }
}

/** What a legal move will look like. A run goes onto a foundation card by card, so it lands reversed. */
export function effectOf(layout: Layout, state: State, move: Move): Effect {
  const onFoundation = layout.piles[move.to]?.kind === "foundation";
  return {
    from: move.from,
    to: move.to,
    count: state.partial?.[move.text] ?? move.count,
    reversed: onFoundation,
  };
}

export function played(piles: readonly Pile[], effect: Effect): readonly Pile[] {
  const source = piles[effect.from] ?? [];
  const target = piles[effect.to] ?? [];
  if (source.length < effect.count) return piles;
  const unit = source.slice(source.length - effect.count);
  if (effect.reversed) unit.reverse();
  return piles.map((pile, index) => {
    if (index === effect.from) return source.slice(0, source.length - effect.count);
    return index === effect.to ? [...target, ...unit] : pile;
  });
}
