/** What Python has confirmed, what is still on its way there, and the picture that follows from both. */

import { DEAL, type Effect, effectOf, LegalMoves, type Move, parseMove, played } from "./moves.ts";
import type { Layout, MessageKind, Pile, State } from "./types.ts";

interface Pending {
  readonly id: string;
  readonly kind: MessageKind;
  readonly version: number;
  /** Whether we expect it to be accepted, and so to raise the version by one. */
  readonly raises: boolean;
  readonly effect: Effect | null;
}

export interface Intent {
  readonly kind: MessageKind;
  readonly move?: string;
}

/** What changes the game, and by how many steps of its history. */
const HISTORY_STEP: Partial<Record<MessageKind, number>> = {
  move: 1,
  redo: 1,
  undo: -1,
  restart: 0,
  new: 0,
};

export class Reconciler {
  legal: LegalMoves;
  #pending: Pending[] = [];
  #pictured: readonly Pile[];

  #layout: Layout;
  confirmed: State;

  constructor(layout: Layout, confirmed: State) {
    this.#layout = layout;
    this.confirmed = confirmed;
    this.legal = new LegalMoves(layout, confirmed);
    this.#pictured = confirmed.piles;
  }

  /** Takes a state from Python; an older one than the last of the same kernel object is not shown. */
  receive(layout: Layout, state: State): boolean {
    const sameSession = state.session === this.confirmed.session;
    if (sameSession && state.version < this.confirmed.version) return false;
    if (!sameSession || layout !== this.#layout) this.#pending = [];
    this.#layout = layout;
    this.confirmed = state;
    this.legal = new LegalMoves(layout, state);
    this.#pending = this.#pending.filter((entry) => entry.version >= state.version);
    this.#redraw();
    return true;
  }

  /** Notes a message on its way and returns the version it has to be made against. */
  expect(id: string, intent: Intent): number {
    const version = this.#nextVersion();
    const effect = this.#effectOf(intent);
    const raises = effect !== null || this.#mayBeAccepted(intent);
    this.#pending.push({ id, kind: intent.kind, version, raises, effect });
    this.#redraw();
    return version;
  }

  /** An accepted change is kept until its state is here, everything else goes at once. */
  settle(id: string, accepted: boolean): void {
    this.#pending = this.#pending.filter(
      (entry) =>
        entry.id !== id || (accepted && entry.raises && entry.version >= this.confirmed.version),
    );
    this.#redraw();
  }

  forget(): void {
    this.#pending = [];
    this.#redraw();
  }

  get piles(): readonly Pile[] {
    return this.#pictured;
  }

  /** Whether the picture runs ahead of what Python has confirmed. */
  get ahead(): boolean {
    return this.#pending.some(({ effect }) => effect);
  }

  get waiting(): boolean {
    return this.#pending.length > 0;
  }

  get undoSteps(): number {
    return this.#steps(this.confirmed.undo, 1);
  }

  get redoSteps(): number {
    return this.#steps(this.confirmed.redo, -1);
  }

  /** How many top cards may be picked up, as far as it can be known before the next state. */
  movable(pile: number): number {
    const name = this.#layout.piles[pile]?.name ?? "";
    let count = this.confirmed.can_move?.[name] ?? 0;
    for (const { effect } of this.#pending) {
      if (effect?.from === pile) count = Math.max(count - effect.count, 1);
      if (effect?.to === pile) count = this.#isFoundation(pile) ? 0 : effect.count;
    }
    return Math.min(count, this.#pictured[pile]?.length ?? 0);
  }

  /** Legal moves of a unit, the best first; none from a pile that is about to change. */
  movesOf(pile: number, count: number): readonly Move[] {
    if (this.#touched(pile)) return [];
    return this.legal.of(pile, count).filter((move) => !this.#touched(move.to));
  }

  cardsThatCanGo(): Set<string> {
    const moves = this.legal.all().filter((move) => !this.#touched(move.from));
    return new Set(moves.map(({ from, count }) => this.#pictured[from]?.at(-count) ?? ""));
  }

  #isFoundation(pile: number): boolean {
    return this.#layout.piles[pile]?.kind === "foundation";
  }

  #nextVersion(): number {
    return this.confirmed.version + this.#pending.filter((entry) => entry.raises).length;
  }

  #steps(confirmed: number, sign: number): number {
    if (this.#pending.some((entry) => entry.kind === "new" || entry.kind === "restart")) return 1;
    return this.#pending
      .filter((entry) => entry.raises)
      .reduce((sum, entry) => sum + sign * (HISTORY_STEP[entry.kind] ?? 0), confirmed);
  }

  /** Only a listed move between piles that nothing on its way touches can be drawn before the answer. */
  #effectOf(intent: Intent): Effect | null {
    const move = intent.move ? parseMove(this.#layout, intent.move) : null;
    if (!move || !this.legal.has(move.text)) return null;
    if (this.#pending.some((entry) => entry.raises && !entry.effect)) return null;
    if (this.#touched(move.from) || this.#touched(move.to)) return null;
    return effectOf(this.#layout, this.confirmed, move);
  }

  #touched(pile: number): boolean {
    return this.#pending.some(({ effect }) => effect?.from === pile || effect?.to === pile);
  }

  #mayBeAccepted(intent: Intent): boolean {
    if (!(intent.kind in HISTORY_STEP)) return false;
    if (intent.kind !== "move" || intent.move === undefined) return true;
    if (this.#pending.length > 0) return true;
    return intent.move === DEAL ? this.legal.canDeal : this.legal.has(intent.move);
  }

  #redraw(): void {
    const effects = this.#pending.flatMap(({ effect }) => (effect ? [effect] : []));
    this.#pictured = effects.reduce(played, this.confirmed.piles);
  }
}
