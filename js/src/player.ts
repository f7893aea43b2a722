/** What the player does: picks up, puts down, drags, walks and commands. Whether it is legal, Python says. */

import { spoken } from "./cards.ts";
import type { GestureTable } from "./gestures.ts";
import type { Command } from "./keys.ts";
import {
  type Direction,
  type Geometry,
  overlap,
  type Point,
  place,
  spotAt,
  top,
  walk,
} from "./layout.ts";
import { DEAL, firstOf, type Move, moveText } from "./moves.ts";
import { isWatched } from "./notes.ts";
import type { Reconciler } from "./reconcile.ts";
import { type Selection, select, survive, unit } from "./selection.ts";
import { ANSWERED, capital, WATCHING } from "./speech.ts";
import type { Layout, MessageKind, Notes, Pile, Spot } from "./types.ts";

/** What the player's hands need of the view. */
export interface View {
  readonly layout: Layout;
  readonly geometry: Geometry;
  readonly reconciler: Reconciler;
  readonly inert: boolean;
  readonly notes: Notes;
  redraw(): void;
  focusCursor(scroll: boolean): void;
  send(kind: MessageKind, extra?: { move: string }): void;
  tell(sentence: string): void;
  /** Draws without what was told. */
  hush(): void;
  sayGone(): void;
  spotOf(target: EventTarget | undefined): Spot | null;
  hold(cards: ReadonlySet<string>, by: Point): void;
  release(): void;
  summary(): string;
}

const ENOUGH_OVERLAP = 0.12;
const CLEAR_OVERLAP = 0.35;
const QUEUE_LIMIT = 60;
const LOOKS_ONLY = new Set<Command>(["where", "summary", "stock"]);

export class Player implements GestureTable {
  selection: Selection | null = null;
  cursor: Spot = { pile: 0, index: -1 };
  #onTop = true;
  #dragged: Selection | null = null;
  /** Asked for while an answer was out, by commands that need to know the true position first. */
  readonly #queue: (() => void)[] = [];

  readonly #view: View;

  constructor(view: View) {
    this.#view = view;
  }

  // ---- keeping up with new pictures

  /** After every new picture: the cursor stays on its pile, a selection only while it is the same cards. */
  catchUp(): void {
    const kept = (held: Selection | null): Selection | null =>
      survive(held, this.#piles, (pile) => this.#movable(pile));
    this.selection = kept(this.selection);
    this.#dragged = kept(this.#dragged);
    const { pile, index } = this.cursor;
    const last = (this.#piles[pile]?.length ?? 0) - 1;
    const covered = !this.#view.layout.piles[pile]?.fan;
    if (pile >= this.#piles.length) this.#putCursor(top(this.#piles, 0));
    else if (this.#onTop || covered || index > last) this.#putCursor({ pile, index: last });
  }

  get lostDrag(): boolean {
    return this.#dragged === null;
  }

  runQueue(): void {
    while (this.#queue.length > 0 && !this.#view.reconciler.waiting) this.#queue.shift()?.();
  }

  forgetQueue(): void {
    this.#queue.length = 0;
  }

  startOn(pile: number): void {
    this.selection = null;
    this.#putCursor(top(this.#piles, pile));
  }

  destinations(): Set<number> {
    const held = this.selection;
    if (!held) return new Set();
    return new Set(this.#view.reconciler.movesOf(held.pile, held.count).map((move) => move.to));
  }

  selectedCards(): Set<string> {
    const held = this.selection;
    return new Set(held ? unit(this.#piles, held.pile, held.count) : []);
  }

  // ---- taps

  spotAt(point: Point): Spot | null {
    return spotAt(this.#view.geometry, this.#piles, point);
  }

  spotOf(target: EventTarget | undefined): Spot | null {
    return this.#view.spotOf(target);
  }

  tap(spot: Spot | null, twice: boolean): void {
    if (this.#stopped()) return;
    if (!spot) this.letGo();
    else if (twice && this.#holds(spot)) this.#sendToBest(spot);
    else this.#press(spot);
  }

  #press(spot: Spot): void {
    const held = this.selection;
    if (this.#isStock(spot.pile)) this.#deal(spot.pile);
    else if (held && held.pile !== spot.pile) this.#play(held.pile, spot.pile, held.count);
    else if (this.#holds(spot) || this.#countFrom(spot) === 0) this.#setDown(spot);
    else this.#pickUp(spot);
    this.#view.focusCursor(false);
  }

  #pickUp(spot: Spot): void {
    const count = this.#countFrom(spot);
    this.#putCursor(spot);
    const movable = count <= this.#movable(spot.pile);
    this.selection = movable ? select(this.#piles, spot.pile, count) : null;
    if (movable) this.#view.hush();
    else this.#view.tell(`${this.#nameOf(spot)} cannot be picked up here.`);
  }

  #setDown(spot: Spot): void {
    this.selection = null;
    if (this.#countFrom(spot) > 0 || this.#pile(spot.pile).length === 0) this.#putCursor(spot);
    this.#view.redraw();
  }

  #holds(spot: Spot): boolean {
    const held = this.selection;
    return held?.pile === spot.pile && held.count === this.#countFrom(spot);
  }

  // ---- drags

  mayLift(spot: Spot): boolean {
    if (this.#view.inert) return false;
    const count = this.#countFrom(spot);
    return count > 0 && count <= this.#movable(spot.pile);
  }

  lift(spot: Spot): void {
    this.#putCursor(spot);
    this.selection = select(this.#piles, spot.pile, this.#countFrom(spot));
    this.#dragged = this.selection;
    this.#view.hush();
  }

  carry(by: Point): void {
    this.#view.hold(this.selectedCards(), by);
  }

  drop(by: Point): void {
    const held = this.#dragged;
    const target = held ? this.#targetUnder(held, by) : -1;
    this.#dragged = null;
    this.#view.release();
    if (held && target >= 0) this.#play(held.pile, target, held.count);
    else this.letGo();
    this.#view.focusCursor(false);
  }

  letGo(): void {
    this.#dragged = null;
    this.selection = null;
    this.#view.release();
    this.#view.hush();
  }

  /** A legal pile that is touched at all wins over a closer one that would refuse. */
  #targetUnder(held: Selection, by: Point): number {
    const { geometry } = this.#view;
    const from = place(geometry, held.pile, this.#pile(held.pile)).at(-held.count);
    if (!from) return -1;
    const point = { x: from.x + by.x, y: from.y + by.y };
    const legal = this.destinations();
    const candidates = this.#view.layout.piles
      .map((_, pile) => ({ pile, over: overlap(geometry, pile, point) }))
      .filter(({ pile, over }) => over > (legal.has(pile) ? ENOUGH_OVERLAP : CLEAR_OVERLAP))
      .sort((a, b) => Number(legal.has(b.pile)) - Number(legal.has(a.pile)) || b.over - a.over);
    const best = candidates[0]?.pile ?? -1;
    return best === held.pile ? -1 : best;
  }

  // ---- commands

  walk(direction: Direction): void {
    this.#goTo(walk(this.#view.geometry, this.#piles, this.cursor, direction));
  }

  #goTo(spot: Spot): void {
    this.#putCursor(spot);
    this.#view.redraw();
    this.#view.focusCursor(true);
  }

  /** Commands that only the table knows; the others are the view's. */
  command(command: Command): void {
    const action = this.#commands[command];
    if (action && (LOOKS_ONLY.has(command) || !this.#stopped())) action();
  }

  /** Whether nothing can be played just now; says why. */
  #stopped(): boolean {
    const { inert, notes } = this.#view;
    const why = isWatched(notes) ? WATCHING : notes.asking?.done ? ANSWERED : "";
    if (inert) this.#view.sayGone();
    else if (why) this.#view.tell(why);
    return inert || why !== "";
  }

  readonly #commands: Partial<Record<Command, () => void>> = {
    press: () => this.#press(this.cursor),
    best: () => this.#sendToBest(this.#held()),
    foundation: () => this.#sendToFoundation(this.#held()),
    more: () => this.#resize(1),
    fewer: () => this.#resize(-1),
    deal: () => this.#deal(firstOf(this.#view.layout, "stock")),
    where: () => this.#sayWhere(),
    summary: () => this.#view.tell(this.#view.summary()),
    stock: () => this.#goToStock(),
    hint: () => this.#ask("hint"),
    show: () => this.#ask("show"),
  };

  /** To ask once more plays the hint, so a second press counts only once the first one's answer is seen. */
  #ask(kind: "hint" | "show"): void {
    const seen = this.#advice;
    if (this.#view.notes.asking) this.#tell("");
    else if (seen !== "looking")
      this.inOrder(true, () => {
        if (this.#advice === seen) this.#view.send(kind);
      });
  }

  get #advice(): string | undefined {
    return this.#view.notes.advice?.kind;
  }

  #resize(by: number): void {
    const held = this.selection;
    const pile = held?.pile ?? this.cursor.pile;
    const count = Math.min(Math.max((held?.count ?? 0) + by, 1), this.#movable(pile));
    this.selection = select(this.#piles, pile, count);
    if (this.selection) this.#putCursor({ pile, index: this.#pile(pile).length - count });
    this.#view.hush();
    this.#view.focusCursor(true);
  }

  #goToStock(): void {
    const stock = firstOf(this.#view.layout, "stock");
    this.#goTo(stock < 0 ? this.cursor : top(this.#piles, stock));
  }

  #sayWhere(): void {
    const spot = this.#held();
    const moves = this.#view.reconciler.movesOf(spot.pile, this.#countFrom(spot));
    const names = moves.map((move) => this.#view.layout.piles[move.to]?.label ?? "");
    const card = this.#nameOf(spot);
    this.#tell(names.length ? `${card} can go to ${names.join(", ")}.` : `${card} can go nowhere.`);
  }

  #deal(pile: number): void {
    this.selection = null;
    if (pile >= 0) this.#putCursor(top(this.#piles, pile));
    this.#request(DEAL);
    this.#view.focusCursor(false);
  }

  #sendToBest(spot: Spot): void {
    this.inOrder(true, () => this.#sendFirst(spot, () => true, "has nowhere to go"));
  }

  #sendToFoundation(spot: Spot): void {
    const { piles } = this.#view.layout;
    const up = (move: Move): boolean => piles[move.to]?.kind === "foundation";
    this.inOrder(true, () => this.#sendFirst(spot, up, "fits no foundation"));
  }

  /** Python lists the best move first. The cursor stays, so the next card of the pile can follow. */
  #sendFirst(spot: Spot, wanted: (move: Move) => boolean, otherwise: string): void {
    const count = this.#countFrom(spot);
    const move = this.#view.reconciler.movesOf(spot.pile, count).find(wanted);
    this.selection = null;
    this.#putCursor(top(this.#piles, spot.pile));
    if (move) this.#view.send("move", { move: move.text });
    else this.#tell(`${this.#nameOf(spot)} ${otherwise}.`);
    this.#view.focusCursor(false);
  }

  /** An exercise does not give its answer away, and no move is listed. */
  #tell(sentence: string): void {
    this.#view.tell(this.#view.notes.asking ? "That is for you to find." : sentence);
  }

  #play(from: number, to: number, count: number): void {
    this.selection = null;
    this.#putCursor(top(this.#piles, to));
    this.#request(moveText(this.#view.layout, from, to, count));
  }

  #request(move: string): void {
    if (!this.#stopped()) this.inOrder(false, () => this.#view.send("move", { move }));
  }

  /** Nothing overtakes what waits already. */
  inOrder(needsTruth: boolean, action: () => void): void {
    const mustWait = this.#queue.length > 0 || (needsTruth && this.#view.reconciler.waiting);
    if (!mustWait) action();
    else if (this.#queue.length < QUEUE_LIMIT) this.#queue.push(action);
  }

  // ---- small facts

  get #piles(): readonly Pile[] {
    return this.#view.reconciler.piles;
  }

  #pile(index: number): Pile {
    return this.#piles[index] ?? [];
  }

  #movable(pile: number): number {
    return this.#view.reconciler.movable(pile);
  }

  #isStock(pile: number): boolean {
    return this.#view.layout.piles[pile]?.kind === "stock";
  }

  #nameOf(spot: Spot): string {
    const pile = this.#pile(spot.pile);
    return capital(spoken(pile[spot.index] ?? pile.at(-1) ?? ""));
  }

  /** From this card to the top; 0 on a place. */
  #countFrom(spot: Spot): number {
    return spot.index < 0 ? 0 : this.#pile(spot.pile).length - spot.index;
  }

  #held(): Spot {
    const held = this.selection;
    return held
      ? { pile: held.pile, index: this.#pile(held.pile).length - held.count }
      : this.cursor;
  }

  #putCursor(spot: Spot): void {
    this.cursor = spot;
    this.#onTop = spot.index >= this.#pile(spot.pile).length - 1;
  }
}
