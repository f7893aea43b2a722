import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, place } from "../src/layout.ts";
import {
  arrowPath,
  badgeOf,
  captionOf,
  cardTone,
  controlsFor,
  isMarked,
  mayAsk,
  middleOf,
  NO_NOTES,
  pileTone,
} from "../src/notes.ts";
import type { Badge, Story } from "../src/types.ts";
import { LAYOUT, STATE } from "./samples.ts";

const T1 = 3;
const story = (step: number, changes: Partial<Story> = {}): Story => ({
  step,
  of: 3,
  seconds: 0,
  live: false,
  ...changes,
});

const corners = (path: string): number[][] =>
  path
    .slice(1, -1)
    .split("L")
    .map((corner) => corner.split(" ").map(Number));

test("marks lie on the cards that they name, the later one on top", () => {
  const notes = {
    cards: [
      [T1, 1, 2, "note"],
      [T1, 2, 2, "bad"],
    ],
    piles: [[T1, "good"]],
  } as const;
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => cardTone(notes, T1, index)),
    ["", "note", "bad", "bad", ""],
  );
  assert.equal(cardTone(notes, 4, 1), "");
  assert.deepEqual([pileTone(notes, T1), pileTone(notes, 4)], ["good", ""]);
});

test("an older Python says nothing, and nothing is marked", () => {
  assert.equal(cardTone(NO_NOTES, T1, 0) + pileTone(NO_NOTES, T1), "");
  assert.equal(isMarked(NO_NOTES), false);
  assert.equal(isMarked({ cards: [], piles: [], arrows: [], caption: "", story: null }), false);
  assert.equal(isMarked({ caption: "Look." }), true);
  assert.equal(isMarked({ arrows: [[0, 1, "note"]] }), true);
  assert.deepEqual(controlsFor(NO_NOTES, false), {});
});

test("an arrow has its tail at one end, its tip at the other, and is as thick as it should be", () => {
  const across = corners(arrowPath({ x: 10, y: 20 }, { x: 110, y: 20 }, 2));
  assert.deepEqual(across, [
    [10, 22],
    [100, 22],
    [100, 26],
    [110, 20],
    [100, 14],
    [100, 18],
    [10, 18],
  ]);
  const down = corners(arrowPath({ x: 0, y: 0 }, { x: 0, y: 50 }, 2));
  assert.deepEqual(down[3], [0, 50]);
  assert.deepEqual(down[0], [-2, 0]);
});

test("an arrow that is shorter than its head keeps its tip; one to itself is none", () => {
  const short = corners(arrowPath({ x: 0, y: 0 }, { x: 4, y: 0 }, 2));
  assert.deepEqual(short[3], [4, 0]);
  assert.ok(short.every(([x = -1]) => x >= 0));
  assert.equal(arrowPath({ x: 5, y: 5 }, { x: 5, y: 5 }, 2), "");
});

test("arrows end on top cards, or on places", () => {
  const geometry = arrange(LAYOUT, {
    width: 900,
    height: 700,
    maxCardWidth: 100,
    largeIndices: false,
  });
  const cards = STATE.piles[T1] ?? [];
  const last = place(geometry, T1, cards).at(-1);
  const half = { x: geometry.cardWidth / 2, y: geometry.cardHeight / 2 };
  assert.ok(last);
  assert.deepEqual(middleOf(geometry, T1, cards), { x: last.x + half.x, y: last.y + half.y });
  const slot = geometry.slots[5];
  assert.ok(slot);
  assert.deepEqual(middleOf(geometry, 5, []), { x: slot.x + half.x, y: slot.y + half.y });
});

test("a story's buttons can be used as far as it goes", () => {
  const ends = { leave: true };
  assert.deepEqual(controlsFor({ story: story(1) }, false), {
    first: false,
    previous: false,
    next: true,
    last: true,
    ...ends,
  });
  assert.deepEqual(controlsFor({ story: story(3) }, false), {
    first: true,
    previous: true,
    next: false,
    last: false,
    ...ends,
  });
});

test("pause belongs to a story that goes on by itself, play on to one that can be resumed", () => {
  const running = controlsFor({ story: story(2, { seconds: 2, resumable: true }) }, false);
  assert.deepEqual([running.pause, running["play-on"]], [true, true]);
  assert.equal(controlsFor({ story: story(3, { seconds: 2 }) }, false).pause, false);
  assert.equal("pause" in controlsFor({ story: story(2) }, false), false);
  assert.equal("play-on" in controlsFor({ story: story(2) }, false), false);
});

test("why follows a refusal, done an exercise that is not over", () => {
  assert.deepEqual(controlsFor(NO_NOTES, true), { why: true });
  assert.deepEqual(controlsFor({ asking: { done: false } }, false), { done: true });
  assert.deepEqual(controlsFor({ asking: { done: true } }, false), {});
});

const LOOKING = { kind: "looking", show: false } as const;
const HINT = { kind: "hint", show: true } as const;

test("a badge says what Python says, and of a position that a move has left behind, nothing", () => {
  const badge: Badge = { text: "winnable", how: "every card known", tone: "good" };
  assert.deepEqual(badgeOf({ badge }, false), badge);
  assert.deepEqual(badgeOf({ badge }, true), { ...badge, text: "looking\u2026", tone: "note" });
  for (const notes of [NO_NOTES, { badge: null }])
    for (const ahead of [true, false]) assert.equal(badgeOf(notes, ahead).text, "");
});

test("while Python looks for a hint the page says so, unless Python says more", () => {
  assert.equal(captionOf({ advice: LOOKING }), "Looking\u2026");
  assert.equal(captionOf({ advice: LOOKING, caption: "A moment." }), "A moment.");
  assert.equal(captionOf({ advice: HINT, caption: "" }), "");
  assert.equal(captionOf(NO_NOTES), "");
});

test("a hint can be asked for in a game that is played, once at a time, and again to play it", () => {
  assert.ok(mayAsk(NO_NOTES));
  assert.ok(mayAsk({ advice: HINT, story: null, asking: null }));
  assert.ok(mayAsk({ story: story(1, { live: true }) }));
  assert.equal(mayAsk({ advice: LOOKING }), false);
  assert.equal(mayAsk({ story: story(1) }), false);
  assert.equal(mayAsk({ asking: { done: false } }), false);
});

test("a way to win is offered where there is one, and Escape ends every advice", () => {
  assert.deepEqual(controlsFor({ advice: HINT }, false), { show: true });
  assert.deepEqual(controlsFor({ advice: { ...HINT, show: false } }, false), {});
  assert.ok(isMarked({ advice: HINT }));
  assert.ok(isMarked({ advice: LOOKING }));
  assert.equal(isMarked({ advice: null, badge: null }), false);
});
