import assert from "node:assert/strict";
import { test } from "node:test";
import { editsText, isPlain, KEY_HELP, strokeOf } from "../src/keys.ts";
import { cardName, heading, placeName, stockName, withMarks } from "../src/speech.ts";
import type { PileSpec } from "../src/types.ts";
import { LAYOUT, STATE } from "./samples.ts";

const key = (name: string, modifiers: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({
    key: name,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    shiftKey: false,
    ...modifiers,
  }) as KeyboardEvent;

const pileOf = (name: string, kind: PileSpec["kind"], label: string): PileSpec => ({
  name,
  kind,
  label,
  at: [0, 0],
  narrow: [0, 0],
  fan: kind === "tableau",
});

test("plain keys are the board's, combinations are the host's", () => {
  for (const name of ["d", "z", "x", "1", "Enter", " ", "ArrowUp", "Escape", "?", "Delete"]) {
    assert.ok(isPlain(key(name)), name);
  }
  for (const name of ["F5", "F12", "Tab", "Shift"]) assert.equal(isPlain(key(name)), false, name);
  assert.equal(isPlain(key("s", { ctrlKey: true })), false);
  assert.equal(strokeOf(key("s", { metaKey: true })), null);
  assert.equal(strokeOf(key("z", { ctrlKey: true })), null);
});

test("keys mean what the help says", () => {
  assert.deepEqual(strokeOf(key("D", { shiftKey: true })), { command: "deal" });
  assert.deepEqual(strokeOf(key("Enter", { shiftKey: true })), { command: "best" });
  assert.deepEqual(strokeOf(key("ArrowLeft")), { walk: "left" });
  assert.equal(strokeOf(key("x")), null);
  for (const [keys, , command] of KEY_HELP) {
    for (const name of command ? keys.split(/, | or /) : []) {
      if (name === "Shift+Enter") continue;
      const pressed = key(name === "Space" ? " " : name);
      assert.deepEqual(strokeOf(pressed), { command }, name);
      assert.ok(isPlain(pressed), name);
    }
  }
});

test("a mark is said with its tone, a plain one without", () => {
  assert.equal(withMarks("9 of hearts", "note", ""), "9 of hearts, marked");
  assert.equal(
    withMarks("9 of hearts", "good", "bad"),
    "9 of hearts, marked good, pile marked bad",
  );
  assert.equal(withMarks("9 of hearts", "", ""), "9 of hearts");
});

test("a text field keeps its editing keys and leaves saving to the host", () => {
  assert.ok(editsText(key("7")) && editsText(key("a", { ctrlKey: true })));
  assert.equal(editsText(key("s", { ctrlKey: true })), false);
});

test("cards and places have names", () => {
  const pile = pileOf("T", "tableau", "pile 3");
  const card = { card: "9H1", pile, position: 4, count: 6, movable: true, destination: false };
  assert.equal(cardName(card), "9 of hearts, pile 3, card 4 of 6, can move");
  assert.equal(placeName(pile, "K", false, true), "pile 3, empty, takes a king, can go here");
  assert.equal(
    stockName(pileOf("S", "stock", "stock"), 1, true),
    "stock, 1 card face down, can deal",
  );
});

test("the heading counts the stock", () => {
  const piles = LAYOUT.piles.map((pile) =>
    pile.kind === "stock" ? { ...pile, label: "stock" } : pile,
  );
  assert.equal(heading(piles, STATE), "Stock 2 \u00B7 Moves 2");
});
