/** Suits and rank glyphs as paths. A suit fills a box of 100 by 100 around the origin. */

import type { Suit } from "../cards.ts";

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

export const SUIT_PATHS: Record<Suit, string> = {
  H: "M0 48C-13 27-47 8-47-19C-47-36-36-46-24-46C-12-46-3-38 0-27C3-38 12-46 24-46C36-46 47-36 47-19C47 8 13 27 0 48z",
  D: "M0-50C10-30 23-14 38 0C23 14 10 30 0 50C-10 30-23 14-38 0C-23-14-10-30 0-50z",
  S: "M0-49C12-26 46-8 46 17C46 32 35 40 24 40C15 40 8 36 4 28C5 38 9 45 18 50H-18C-9 45-5 38-4 28C-8 36-15 40-24 40C-35 40-46 32-46 17C-46-8-12-26 0-49z",
  C: `${disc(0, -25, 22)}${disc(-25, 11, 22)}${disc(25, 11, 22)}M-9-14L9-14L4 10C5 32 9 43 19 50H-19C-9 43-5 32-4 10z`,
};

export interface Glyph {
  readonly width: number;
  readonly path: string;
}

/** Centre lines of the ranks, 100 high with the stroke. */
export const GLYPHS: Record<string, Glyph> = {
  A: { width: 78, path: "M6 93L39 8L72 93M20 64H58" },
  2: { width: 66, path: "M9 33C9 17 20 8 33 8C47 8 57 17 57 30C57 52 9 66 9 92H61" },
  3: { width: 64, path: "M9 8H55L31 41C46 41 56 51 56 66C56 82 45 92 31 92C18 92 10 86 6 76" },
  4: { width: 70, path: "M48 93V8L8 66H66" },
  5: {
    width: 66,
    path: "M56 8H18L14 46C20 40 26 38 32 38C48 38 57 50 57 65C57 81 46 92 31 92C19 92 11 86 7 77",
  },
  6: { width: 68, path: "M50 8C24 22 9 44 9 66a25 26 0 1 0 50 0a25 26 0 1 0-50 0" },
  7: { width: 64, path: "M6 8H57C40 36 30 62 27 93" },
  8: { width: 68, path: "M34 8a20 20.5 0 1 0 .1 0zM34 49a25 21.5 0 1 0 .1 0z" },
  9: { width: 68, path: "M18 92C44 78 59 56 59 34a25 26 0 1 0-50 0a25 26 0 1 0 50 0" },
  T: { width: 94, path: "M6 24L20 9V93M45 35a20 27 0 0 1 40 0V65a20 27 0 0 1-40 0z" },
  J: { width: 60, path: "M50 7V66C50 82 41 92 28 92C16 92 8 84 7 71" },
  Q: { width: 76, path: "M8 38a29 30 0 0 1 58 0V62a29 30 0 0 1-58 0zM42 70L68 98" },
  K: { width: 72, path: "M12 7V93M64 7L13 58M32 42L66 93" },
};
