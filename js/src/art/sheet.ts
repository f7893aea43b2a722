/** One style sheet with all the faces of a pack, made anew when an option changes the pack's look. */

import { RANKS, SUITS, type Suit } from "../cards.ts";
import type { FaceSize } from "../layout.ts";
import type { Options } from "../types.ts";
import { backDrawing } from "./back.ts";
import { faceDrawing, HEIGHT, type Palette, WIDTH } from "./face.ts";
import { cssUrl } from "./svg.ts";

export type Scheme = "light" | "dark" | "contrast";

const RED = "#c1272d";
const BLACK = "#1d1f24";

const TWO_COLOURS: Record<Suit, string> = { C: BLACK, D: RED, H: RED, S: BLACK };
const FOUR_COLOURS: Record<Suit, string> = { C: "#1a7037", D: "#1a5fb4", H: RED, S: BLACK };
const STARK: Record<Suit, string> = { C: "#000", D: "#b00000", H: "#b00000", S: "#000" };

export const PAPER: Record<Scheme, string> = {
  light: "#fdfdfb",
  dark: "#f1efe8",
  contrast: "#fff",
};

export interface Pack {
  readonly scheme: Scheme;
  readonly faceSize: FaceSize;
  readonly fourColours: boolean;
  readonly back: Options["card_back"];
}

export const packKey = (pack: Pack): string => Object.values(pack).join(" ");

export function paletteOf(pack: Pick<Pack, "scheme" | "fourColours">): Palette {
  const two = pack.scheme === "contrast" ? STARK : TWO_COLOURS;
  return { paper: PAPER[pack.scheme], inks: pack.fourColours ? FOUR_COLOURS : two };
}

export function packSheet(pack: Pack): string {
  const palette = paletteOf(pack);
  const faces = [...RANKS].flatMap((rank) => SUITS.map((suit) => rank + suit));
  const rules = faces.map((card) =>
    rule(`.card[data-face="${card}"]`, faceDrawing(card, pack.faceSize, palette)),
  );
  return [
    `.card{background-color:${palette.paper}}`,
    ...rules,
    rule('.card[data-face=""]', backDrawing(pack.back)),
  ].join("");
}

const rule = (selector: string, drawing: string): string =>
  `${selector}{background-image:${cssUrl(WIDTH, HEIGHT, drawing)}}`;
