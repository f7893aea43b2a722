import assert from "node:assert/strict";
import { test } from "node:test";
import { signImage } from "../src/art/back.ts";
import { packKey, packSheet } from "../src/art/sheet.ts";
import { RANKS, SUITS } from "../src/cards.ts";

const PACK = { scheme: "light", faceSize: "small", fourColours: false, back: "lattice" } as const;

test("every face and the back have a picture, without ids or references", () => {
  const sheet = packSheet(PACK);
  for (const rank of RANKS) {
    for (const suit of SUITS) assert.ok(sheet.includes(`[data-face="${rank}${suit}"]`));
  }
  assert.ok(sheet.includes('[data-face=""]'));
  assert.doesNotMatch(sheet, /\bid=|href|url\(#|NaN|undefined/);
});

test("pictures are drawn, no suit is written as a character", () => {
  for (const faceSize of ["small", "large", "huge"] as const) {
    assert.doesNotMatch(packSheet({ ...PACK, faceSize }), /[\u2660\u2663\u2665\u2666]|<text/);
  }
});

test("options change the pack, and only then a new sheet is needed", () => {
  assert.notEqual(packSheet({ ...PACK, fourColours: true }), packSheet(PACK));
  assert.notEqual(packKey({ ...PACK, back: "plain" }), packKey(PACK));
  assert.equal(packKey({ ...PACK }), packKey(PACK));
});

test("empty places have signs", () => {
  for (const sign of ["A", "K", "KH", "redeal", "none"])
    assert.match(signImage(sign), /^url\("data:/);
});
