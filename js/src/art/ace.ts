/** The aces: one large suit, engraved, in a wreath of its own. */

import type { Suit } from "../cards.ts";
import { SUIT_PATHS } from "./shapes.ts";
import { at, fill, line, mirrored, tag } from "./svg.ts";

const GOLD = "#b98a2f";
const LEAF = "M0 0C5-7 15-8 22-3C15 3 6 5 0 0z";

/** What is cut out of each suit. */
const ENGRAVING: Record<Suit, string> = {
  S: "M0-26C7-12 22-3 22 12C22 20 16 24 10 23C5 22 2 18 0 12C-2 18-5 22-10 23C-16 24-22 20-22 12C-22-3-7-12 0-26z",
  H: "M0 26C-8 14-26 3-26-12C-26-21-20-26-14-26C-7-26-2-21 0-13C2-21 7-26 14-26C20-26 26-21 26-12C26 3 8 14 0 26z",
  D: "M0-30L5-6L22 0L5 6L0 30L-5 6L-22 0L-5-6z",
  C: "",
};

export function ace(suit: Suit, ink: string, paper: string): string {
  const big = fill(SUIT_PATHS[suit], ink);
  const engraved = line(ENGRAVING[suit], paper, 2.6);
  const heart = at(0, 0, suit === "C" ? 0.3 : 0.16, fill(SUIT_PATHS[suit], paper));
  return at(125, 175, 0.98, big + engraved + heart) + wreath(ink);
}

const RADIUS = 80;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Two branches, open at the top; leaves in pairs with a berry between them. */
function wreath(ink: string): string {
  const sprigs = Array.from({ length: 9 }, (_, step) => sprig(74 - step * 15.5, ink)).join("");
  const stem = line("M-3 80C-50 80-80 46-80 0C-80-24-72-44-58-56", GOLD, 2);
  const half = stem + sprigs;
  return at(125, 175, 1, half + mirrored(half));
}

function sprig(angle: number, ink: string): string {
  const [x, y] = [-RADIUS * Math.cos(radians(angle)), RADIUS * Math.sin(radians(angle))];
  const leaf = (tilt: number): string => at(x, y, 0.85, fill(LEAF, GOLD), tilt - 90 - angle);
  return leaf(32) + leaf(-32) + at(x, y, 1, tag("circle", { r: 1.8, fill: ink }));
}
