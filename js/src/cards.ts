/** Cards as text: "TC2" is the ten of clubs of the second deck. */

export type Suit = "C" | "D" | "H" | "S";

export const RANKS = "A23456789TJQK";
export const SUITS: readonly Suit[] = ["C", "D", "H", "S"];

const RANK_WORDS: Record<string, string> = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUIT_WORDS: Record<Suit, string> = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** Rank and suit without the deck: twins share a face. */
export const face = (card: string): string => card.slice(0, 2);

export const suitOf = (card: string): Suit => card.charAt(1) as Suit;

const rankWord = (card: string): string => RANK_WORDS[card.charAt(0)] ?? card.charAt(0);

export function spoken(card: string): string {
  return card === "" ? "face-down card" : `${rankWord(card)} of ${SUIT_WORDS[suitOf(card)]}`;
}

/** What an empty pile takes: "A" is "an ace", "KH" "the king of hearts". */
export function spokenSign(sign: string): string {
  if (sign === "") return "";
  if (sign.length > 1) return `takes the ${spoken(sign)}`;
  const word = rankWord(sign);
  return `takes ${/^[a8]/.test(word) ? "an" : "a"} ${word}`;
}

const BARE_SUIT = /([\u2660\u2663\u2665\u2666])\uFE0E?/g;

/** Suit signs in text stay text: without the selector some systems paint them as emoji. */
export const legible = (text: string): string => text.replace(BARE_SUIT, "$1\uFE0E");
