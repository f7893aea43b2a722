import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrange,
  type Geometry,
  overlap,
  place,
  type Slot,
  type Space,
  spotAt,
  top,
  walk,
} from "../src/layout.ts";
import { LAYOUT, STATE } from "./samples.ts";

const space = (width: number, more: Partial<Space> = {}): Space => ({
  width,
  height: 700,
  maxCardWidth: 100,
  largeIndices: false,
  ...more,
});

const fan = (count: number): string[] => Array.from({ length: count }, (_, i) => `2C${i}`);
const T1 = 3;

function slotOf(geometry: Geometry): Slot {
  const slot = geometry.slots[T1];
  assert.ok(slot);
  return slot;
}

test("every pile lies inside the board, from 320 to 2000 pixels", () => {
  for (const width of [280, 320, 400, 640, 900, 1400, 2000]) {
    const geometry = arrange(LAYOUT, space(width));
    for (const slot of geometry.slots) {
      assert.ok(slot.x >= 0 && slot.x + geometry.cardWidth <= width, `${width}: ${slot.x}`);
      assert.ok(slot.y >= 0 && slot.y + slot.room <= geometry.height, `${width}: ${slot.y}`);
    }
  }
});

test("cards are 5:7 and no wider than they should be", () => {
  const geometry = arrange(LAYOUT, space(2000));
  assert.equal(geometry.cardWidth, 100);
  assert.equal(geometry.cardHeight, 140);
});

test("the board folds when cards would get too small, and not before", () => {
  assert.equal(arrange(LAYOUT, space(1000)).narrow, false);
  assert.equal(arrange(LAYOUT, space(320)).narrow, true);
});

test("a fan shows its index bands and stays inside its room, however long it is", () => {
  const geometry = arrange(LAYOUT, space(900));
  const slot = slotOf(geometry);
  const short = place(geometry, T1, fan(3)).map((point) => point.y);
  assert.ok(Math.abs((short[1] ?? 0) - (short[0] ?? 0) - geometry.cardHeight * 0.26) < 0.2);
  for (const count of [1, 2, 13, 25, 60]) {
    const last = place(geometry, T1, fan(count)).at(-1);
    assert.ok(last && last.y + geometry.cardHeight <= slot.y + slot.room + 0.1, `${count}`);
  }
});

test("25 cards in a fan keep most of their index visible", () => {
  const geometry = arrange(LAYOUT, space(640));
  const [first, second] = place(geometry, T1, fan(25));
  assert.ok(first && second && second.y - first.y >= geometry.cardHeight * 0.16);
});

test("face-down cards of a fan lie closer together", () => {
  const geometry = arrange(LAYOUT, space(900));
  const [a = 0, b = 0, c = 0] = place(geometry, T1, ["", "2C1", "3C1"]).map((point) => point.y);
  assert.ok(b - a < c - b);
});

test("the height does not depend on the cards", () => {
  const geometry = arrange(LAYOUT, space(900));
  place(geometry, T1, fan(40));
  assert.equal(arrange(LAYOUT, space(900)).height, geometry.height);
});

test("large indices make the face size grow, and so do small cards", () => {
  assert.equal(arrange(LAYOUT, space(900)).faceSize, "small");
  assert.equal(arrange(LAYOUT, space(900, { largeIndices: true })).faceSize, "large");
  assert.equal(arrange(LAYOUT, space(900, { maxCardWidth: 25 })).faceSize, "huge");
});

test("a point finds the uppermost card, a bare column, or nothing", () => {
  const geometry = arrange(LAYOUT, space(900));
  const [first, second] = place(geometry, T1, STATE.piles[T1] ?? []);
  assert.ok(first && second);
  assert.deepEqual(spotAt(geometry, STATE.piles, { x: first.x + 5, y: first.y + 5 }), {
    pile: T1,
    index: 0,
  });
  assert.deepEqual(spotAt(geometry, STATE.piles, { x: first.x + 5, y: second.y + 5 }), {
    pile: T1,
    index: 1,
  });
  const slot = slotOf(geometry);
  const below = { x: first.x + 5, y: slot.y + slot.room - 1 };
  assert.deepEqual(spotAt(geometry, STATE.piles, below), { pile: T1, index: -1 });
  assert.equal(spotAt(geometry, STATE.piles, { x: 899, y: slot.y + 50 }), null);
});

test("overlap is whole on the pile and nothing beside it", () => {
  const geometry = arrange(LAYOUT, space(900));
  const slot = slotOf(geometry);
  assert.equal(overlap(geometry, T1, slot), 1);
  assert.equal(overlap(geometry, T1, { x: slot.x + 2 * geometry.cardWidth, y: slot.y }), 0);
});

test("the cursor reaches every pile with one key", () => {
  const geometry = arrange(LAYOUT, space(900));
  const seen = new Set<number>();
  let spot = top(STATE.piles, 0);
  for (let step = 0; step < LAYOUT.piles.length; step += 1) {
    seen.add(spot.pile);
    spot = walk(geometry, STATE.piles, spot, "right");
  }
  assert.equal(seen.size, LAYOUT.piles.length);
  assert.deepEqual(spot, top(STATE.piles, 0));
});

test("up and down walk the cards of a fan and then leave it", () => {
  const geometry = arrange(LAYOUT, space(900));
  const { piles } = STATE;
  assert.deepEqual(walk(geometry, piles, { pile: T1, index: 3 }, "up"), { pile: T1, index: 2 });
  assert.equal(walk(geometry, piles, { pile: T1, index: 0 }, "up").pile, 0);
  assert.deepEqual(walk(geometry, piles, { pile: 0, index: 1 }, "down"), { pile: T1, index: 3 });
  assert.deepEqual(walk(geometry, piles, { pile: T1, index: 1 }, "end"), { pile: 5, index: -1 });
});
