/** What the board says: names of cards and piles, and the one line after each action. */

import { spoken, spokenSign } from "./cards.ts";
import type { PileSpec, State } from "./types.ts";

export interface CardFacts {
  readonly card: string;
  readonly pile: PileSpec;
  readonly position: number;
  readonly count: number;
  readonly movable: boolean;
  readonly destination: boolean;
}

export function cardName(facts: CardFacts): string {
  const { card, pile, position, count } = facts;
  const where = pile.fan ? `card ${position} of ${count}` : plural(count, "card");
  const parts = [spoken(card), pile.label, where];
  if (facts.movable) parts.push("can move");
  if (facts.destination) parts.push("can go here");
  return parts.join(", ");
}

export function stockName(pile: PileSpec, count: number, canDeal: boolean): string {
  return `${pile.label}, ${plural(count, "card")} face down${canDeal ? ", can deal" : ""}`;
}

export function placeName(
  pile: PileSpec,
  sign: string,
  shut: boolean,
  destination: boolean,
): string {
  const parts = [pile.label, shut ? "shut" : "empty", spokenSign(sign)];
  if (destination) parts.push("can go here");
  return parts.filter(Boolean).join(", ");
}

/** What is said of a mark: "marked", "marked good", "pile marked bad". */
export const withMarks = (name: string, tone: string, pileTone: string): string =>
  name + spokenTone(", marked", tone) + spokenTone(", pile marked", pileTone);

const spokenTone = (words: string, tone: string): string =>
  tone && words + (tone === "note" ? "" : ` ${tone}`);

export const plural = (count: number, word: string): string =>
  `${count} ${word}${count === 1 ? "" : "s"}`;

/** Piles that lie face down are counted in the heading: the stock, whatever the game calls it. */
export function heading(piles: readonly PileSpec[], state: State): string {
  const stocks = piles.flatMap((pile, index) =>
    pile.kind === "stock" ? [`${capital(pile.label)} ${state.piles[index]?.length ?? 0}`] : [],
  );
  return [...stocks, `Moves ${state.undo}`].join(" · ");
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function summary(game: string, piles: readonly PileSpec[], state: State): string {
  const home = state.piles.reduce(
    (sum, pile, index) => sum + (piles[index]?.kind === "foundation" ? pile.length : 0),
    0,
  );
  const deal = state.deal === "" ? "" : `, deal ${state.deal}`;
  return `${game}${deal}: ${heading(piles, state).replace(" · ", ", ").toLowerCase()}, ${plural(home, "card")} on the foundations, ${state.status}.`;
}

export const STATUS_LINES = {
  playing: "",
  won: "Won.",
  lost: "Lost: no move is left. Undo, restart, or take a new deal.",
} as const;

export const GONE =
  "No kernel answers: this is the last position. Unless Python is just busy, run the cell again to play on.";
export const WATCHING = "This is a story: leave it to play on.";
export const ANSWERED = "That was answered.";
export const BUSY = "Python is busy. What you do is kept and played in order.";
