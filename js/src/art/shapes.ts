/** Suits and rank glyphs as paths. A suit fills a box of 100 by 100 around the origin. */

import type { Suit } from "../cards.ts";

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

export const SUIT_PATHS: Record<Suit, string> = {
  H: "M0 48c-13-21-47-40-47-67 0-17 11-27 23-27 12 0 21 8 24 19 3-11 12-19 24-19 12 0 23 10 23 27 0 27-34 46-47 67z",
  D: "M0-50c10 20 23 36 38 50-15 14-28 30-38 50-10-20-23-36-38-50 15-14 28-30 38-50z",
  S: "M0-49c12 23 46 41 46 66 0 15-11 23-22 23-9 0-16-4-20-12 1 10 5 17 14 22h-36c9-5 13-12 14-22-4 8-11 12-20 12-11 0-22-8-22-23 0-25 34-43 46-66z",
  C: `${disc(0, -25, 22)}${disc(-25, 11, 22)}${disc(25, 11, 22)}M-9-14h18l-5 24c1 22 5 33 15 40h-38c10-7 14-18 15-40z`,
};

export interface Glyph {
  readonly width: number;
  readonly path: string;
}

/** Centre lines of the ranks, 100 high with the stroke. */
export const GLYPHS: Record<string, Glyph> = {
  A: { width: 78, path: "M6 93l33-85 33 85m-52-29h38" },
  2: { width: 66, path: "M9 33c0-16 11-25 24-25 14 0 24 9 24 22 0 22-48 36-48 62h52" },
  3: { width: 64, path: "M9 8h46l-24 33c15 0 25 10 25 25 0 16-11 26-25 26-13 0-21-6-25-16" },
  4: { width: 70, path: "M48 93v-85l-40 58h58" },
  5: {
    width: 66,
    path: "M56 8h-38l-4 38c6-6 12-8 18-8 16 0 25 12 25 27 0 16-11 27-26 27-12 0-20-6-24-15",
  },
  6: { width: 68, path: "M50 8c-26 14-41 36-41 58a25 26 0 1 0 50 0 25 26 0 1 0-50 0" },
  7: { width: 64, path: "M6 8h51c-17 28-27 54-30 85" },
  8: { width: 68, path: "M34 8a20 20.5 0 1 0 .1 0zm0 41a25 21.5 0 1 0 .1 0z" },
  9: { width: 68, path: "M18 92c26-14 41-36 41-58a25 26 0 1 0-50 0 25 26 0 1 0 50 0" },
  T: { width: 94, path: "M6 24l14-15v84m25-58a20 27 0 0 1 40 0v30a20 27 0 0 1-40 0z" },
  J: { width: 60, path: "M50 7v59c0 16-9 26-22 26-12 0-20-8-21-21" },
  Q: { width: 76, path: "M8 38a29 30 0 0 1 58 0v24a29 30 0 0 1-58 0zm34 32 26 28" },
  K: { width: 72, path: "M12 7v86m52-86-51 51m19-16 34 51" },
};
