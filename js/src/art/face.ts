/** The face of a card: large indices, pips in their traditional places, an ace or a court figure. */

import { type Suit, suitOf } from "../cards.ts";
import type { FaceSize } from "../layout.ts";
import { ace } from "./ace.ts";
import { court } from "./courts.ts";
import { GLYPHS, SUIT_PATHS } from "./shapes.ts";
import { at, fill, line, tag } from "./svg.ts";

export const WIDTH = 250;
export const HEIGHT = 350;

export interface Palette {
  readonly paper: string;
  readonly inks: Record<Suit, string>;
}

const INDEX_HEIGHT: Record<FaceSize, number> = { small: 62, large: 88, huge: 122 };

const SIDE = 42;
const [LEFT, MIDDLE, RIGHT] = [-1, 0, 1];

/** Column and row of each pip; rows run from 0 at the top to 1 at the bottom. */
const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  2: column(MIDDLE, 0, 1),
  3: column(MIDDLE, 0, 0.5, 1),
  4: pairs(0, 1),
  5: [...pairs(0, 1), [MIDDLE, 0.5]],
  6: pairs(0, 0.5, 1),
  7: [...pairs(0, 0.5, 1), [MIDDLE, 0.25]],
  8: [...pairs(0, 0.5, 1), ...column(MIDDLE, 0.25, 0.75)],
  9: [...pairs(0, 1 / 3, 2 / 3, 1), [MIDDLE, 0.5]],
  T: [...pairs(0, 1 / 3, 2 / 3, 1), ...column(MIDDLE, 1 / 6, 5 / 6)],
};

function column(x: number, ...rows: number[]): [number, number][] {
  return rows.map((row) => [x, row]);
}

function pairs(...rows: number[]): [number, number][] {
  return [...column(LEFT, ...rows), ...column(RIGHT, ...rows)];
}

export function faceDrawing(card: string, size: FaceSize, palette: Palette): string {
  const ink = palette.inks[suitOf(card)];
  const index = cornerIndex(card, INDEX_HEIGHT[size], ink);
  const turned = tag("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, index);
  const middle = size === "small" ? centre(card, ink, palette.paper) : bigSuit(card, size, ink);
  return index + (size === "huge" ? "" : turned) + middle;
}

function cornerIndex(card: string, height: number, ink: string): string {
  const rank = GLYPHS[card.charAt(0)];
  if (!rank) return "";
  const scale = height / 100;
  const glyph = line(rank.path, ink, 15);
  const suit = fill(SUIT_PATHS[suitOf(card)], ink);
  const suitScale = scale * 0.86;
  const suitX = 16 + rank.width * scale + 9 + 47 * suitScale;
  return at(16, 16, scale, glyph) + at(suitX, 16 + height / 2, suitScale, suit);
}

function centre(card: string, ink: string, paper: string): string {
  const rank = card.charAt(0);
  if (rank === "A") return ace(suitOf(card), ink, paper);
  return PIPS[rank] ? pips(card, ink) : court(card, ink, paper);
}

function pips(card: string, ink: string): string {
  const suit = fill(SUIT_PATHS[suitOf(card)], ink);
  const [first, last] = [110, HEIGHT - 110];
  return (PIPS[card.charAt(0)] ?? [])
    .map(([x, row]) =>
      at(
        WIDTH / 2 + x * SIDE * 1.25,
        first + row * (last - first),
        0.38,
        suit,
        row > 0.5 ? 180 : 0,
      ),
    )
    .join("");
}

/** At small sizes pips are noise: one big suit says the same. */
function bigSuit(card: string, size: FaceSize, ink: string): string {
  const suit = fill(SUIT_PATHS[suitOf(card)], ink);
  return size === "huge" ? at(WIDTH / 2, 242, 1.5, suit) : at(WIDTH / 2, HEIGHT / 2, 1.1, suit);
}
