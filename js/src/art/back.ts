/** Card backs, and the faint signs on empty places. */

import type { Suit } from "../cards.ts";
import type { Options } from "../types.ts";
import { HEIGHT, WIDTH } from "./face.ts";
import { GLYPHS, SUIT_PATHS } from "./shapes.ts";
import { at, cssUrl, fill, line, tag } from "./svg.ts";

const BLUE = "#2f4f86";
const PALE = "#c9d6ee";

export function backDrawing(kind: Options["card_back"]): string {
  const ground = tag("rect", { x: 14, y: 14, width: 222, height: 322, rx: 12, fill: BLUE });
  const border = tag("rect", {
    x: 25,
    y: 25,
    width: 200,
    height: 300,
    rx: 6,
    fill: "none",
    stroke: PALE,
    "stroke-width": 3,
  });
  return ground + PATTERNS[kind]() + border;
}

export const PATTERNS: Record<Options["card_back"], () => string> = { lattice, plain, stripes };

function lattice(): string {
  const knots: string[] = [];
  for (let row = 0; row < 13; row += 1) {
    for (let column = row % 2; column < 9; column += 2) {
      knots.push(`M${45 + column * 20} ${49 + row * 21}m0-21l20 21-20 21-20-21z`);
      knots.push(`m0 13l8 8-8 8-8-8z`);
    }
  }
  return line(knots.join(""), PALE, 2, { opacity: 0.75 });
}

function plain(): string {
  const star = "M0-50l10 40 30 10-30 10-10 40-10-40-30-10 30-10z";
  return at(125, 175, 1.1, fill(star, PALE));
}

function stripes(): string {
  const bars = Array.from({ length: 13 }, (_, i) => `M${35 + i * 15} 27v296`).join("");
  return line(bars, PALE, 5, { opacity: 0.6 });
}

/** Drawn as a mask, so the felt gives the colour. */
export const signImage = (sign: string): string => cssUrl(WIDTH, HEIGHT, signDrawing(sign, "#000"));

/** "A" is any ace, "KH" the king of hearts; "redeal" and "none" belong to an empty stock. */
export function signDrawing(sign: string, ink: string): string {
  if (sign === "redeal") return line(TURN, ink, 14, { "stroke-linecap": "round" });
  if (sign === "none") return line("M95 145l60 60m0-60-60 60", ink, 10);
  const rank = GLYPHS[sign.charAt(0)];
  const suit = SUIT_PATHS[sign.charAt(1) as Suit];
  const letter = rank
    ? at(125 - rank.width * 0.55, suit ? 70 : 120, 1.1, line(rank.path, ink, 12))
    : "";
  return letter + (suit ? at(125, 245, 0.9, fill(suit, ink)) : "");
}

const TURN = "M170 145a55 55 0 1 0 10 40m-8-75v38h-38";
