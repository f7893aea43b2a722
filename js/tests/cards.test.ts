import assert from "node:assert/strict";
import { test } from "node:test";
import { face, legible, spoken, spokenSign, suitOf } from "../src/cards.ts";

test("twins share a face and keep their suit", () => {
  assert.equal(face("TC2"), face("TC1"));
  assert.equal(suitOf("TC2"), "C");
});

test("cards are spoken in words, face-down ones without rank or suit", () => {
  assert.equal(spoken("7H1"), "7 of hearts");
  assert.equal(spoken("TC2"), "10 of clubs");
  assert.equal(spoken("AS3"), "ace of spades");
  assert.equal(spoken(""), "face-down card");
});

test("an empty pile says what it takes", () => {
  assert.equal(spokenSign("A"), "takes an ace");
  assert.equal(spokenSign("8"), "takes an 8");
  assert.equal(spokenSign("K"), "takes a king");
  assert.equal(spokenSign("KH"), "takes the king of hearts");
  assert.equal(spokenSign(""), "");
});

test("suits in sentences stay text and never become emoji", () => {
  const sentence = legible("8\u2665 does not go on 10\u2663\uFE0E");
  assert.equal(sentence, "8\u2665\uFE0E does not go on 10\u2663\uFE0E");
  assert.equal(legible(sentence), sentence);
});
