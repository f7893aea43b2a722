/** The aces: one large suit, engraved, in a wreath of its own. */

import type { Suit } from "../cards.ts";
import { SUIT_PATHS } from "./shapes.ts";
import { at, fill, line, mirrored, tag } from "./svg.ts";

const GOLD = "#b98a2f";
const LEAF = "M0 0c5-7 15-8 22-3-7 6-16 8-22 3z";

/** What is cut out of each suit. */
const ENGRAVING: Record<Suit, string> = {
  S: "M0-26c7 14 22 23 22 38 0 8-6 12-12 11-5-1-8-5-10-11-2 6-5 10-10 11-6 1-12-3-12-11 0-15 15-24 22-38z",
  H: "M0 26c-8-12-26-23-26-38 0-9 6-14 12-14 7 0 12 5 14 13 2-8 7-13 14-13 6 0 12 5 12 14 0 15-18 26-26 38z",
  D: "M0-30l5 24 17 6-17 6-5 24-5-24-17-6 17-6z",
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
  const stem = line("M-3 80c-47 0-77-34-77-80 0-24 8-44 22-56", GOLD, 2);
  const half = stem + sprigs;
  return at(125, 175, 1, half + mirrored(half));
}

function sprig(angle: number, ink: string): string {
  const [x, y] = [-RADIUS * Math.cos(radians(angle)), RADIUS * Math.sin(radians(angle))];
  const leaf = (tilt: number): string => at(x, y, 0.85, fill(LEAF, GOLD), tilt - 90 - angle);
  return leaf(32) + leaf(-32) + at(x, y, 1, tag("circle", { r: 1.8, fill: ink }));
}
