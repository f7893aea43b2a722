/** The signs in the corners of marked cards, as paths: a picture may be drawn where there is no font. */

/** Each fills a box of 10 by 10 around the origin; `line` is the width of its stroke, 0 where it is filled. */
export const CHIPS: Record<string, { readonly path: string; readonly line: number }> = {
  note: { path: "M-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z", line: 0 },
  good: { path: "M-3.8 0.4L-1.2 3.2L3.8-3.4", line: 1.8 },
  bad: { path: "M-3-3L3 3M3-3L-3 3", line: 1.8 },
  hint: {
    path: "M0-5L1.2-1.6L4.8-1.5L1.9 0.6L2.9 4L0 2L-2.9 4L-1.9 0.6L-4.8-1.5L-1.2-1.6z",
    line: 0,
  },
};
