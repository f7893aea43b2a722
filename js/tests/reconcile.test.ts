import assert from "node:assert/strict";
import { test } from "node:test";
import { LegalMoves, parseMove, played } from "../src/moves.ts";
import { Reconciler } from "../src/reconcile.ts";
import { select, survive } from "../src/selection.ts";
import { at, LAYOUT, STATE } from "./samples.ts";

const [F1, F2, T1, T2] = [1, 2, 3, 4];
const fresh = (): Reconciler => new Reconciler(LAYOUT, STATE);

test("a move's text is taken apart by the layout", () => {
  assert.deepEqual(parseMove(LAYOUT, "T1 T2 3"), { text: "T1 T2 3", from: T1, to: T2, count: 3 });
  assert.equal(parseMove(LAYOUT, "deal"), null);
  assert.equal(parseMove(LAYOUT, "T9 T1 1"), null);
});

test("legal moves keep Python's order, and count partial drops", () => {
  const legal = new LegalMoves(LAYOUT, STATE);
  assert.deepEqual(
    legal.of(T1, 3).map((move) => move.text),
    ["T1 T2 3", "T1 F2 3"],
  );
  assert.ok(legal.has("T1 F2 3") && legal.canDeal);
});

test("a unit keeps its order on a pile and is turned around on a foundation", () => {
  const moved = played(STATE.piles, { from: T1, to: T2, count: 3, reversed: false });
  assert.deepEqual(moved[T2], ["5C1", "4H1", "3H1", "2H1"]);
  const up = played(STATE.piles, { from: T1, to: F1, count: 2, reversed: true });
  assert.deepEqual(up[F1], ["AH1", "2H1", "3H1"]);
  assert.deepEqual(up[T1], ["9C1", "4H1"]);
});

test("state 6 after state 7 of one kernel is not shown; a new kernel starts over", () => {
  const table = fresh();
  assert.equal(table.receive(LAYOUT, at(6)), false);
  assert.equal(table.confirmed.version, 7);
  assert.equal(table.receive(LAYOUT, at(0, { session: "two" })), true);
  assert.equal(table.confirmed.version, 0);
});

test("a legal move is pictured before the answer", () => {
  const table = fresh();
  assert.equal(table.expect("a", { kind: "move", move: "T1 T2 3" }), 7);
  assert.deepEqual(table.piles[T1], ["9C1"]);
  assert.equal(table.movable(T2), 3);
  table.receive(LAYOUT, at(8, { piles: table.piles }));
  table.settle("a", true);
  assert.equal(table.waiting, false);
  assert.deepEqual(table.piles[T1], ["9C1"]);
});

test("a partial drop is pictured with the cards that really go", () => {
  const table = fresh();
  table.expect("a", { kind: "move", move: "T1 F2 3" });
  assert.deepEqual(table.piles[F2], ["2H1", "3H1"]);
});

test("a refused move leaves no trace", () => {
  const table = fresh();
  table.expect("a", { kind: "move", move: "T1 T2 3" });
  table.settle("a", false);
  assert.deepEqual(table.piles, STATE.piles);
  assert.equal(table.expect("b", { kind: "undo" }), 7);
});

test("a move that Python will refuse does not raise the next version", () => {
  const table = fresh();
  table.expect("a", { kind: "move", move: "T2 F1 1" });
  assert.deepEqual(table.piles, STATE.piles);
  assert.equal(table.expect("b", { kind: "undo" }), 7);
  assert.equal(table.expect("c", { kind: "undo" }), 8);
});

test("undos are sent against predicted versions, no more than there are", () => {
  const table = fresh();
  assert.equal(table.expect("a", { kind: "undo" }), 7);
  assert.equal(table.undoSteps, 1);
  assert.equal(table.redoSteps, 2);
  assert.equal(table.expect("b", { kind: "undo" }), 8);
  assert.equal(table.undoSteps, 0);
});

test("pictures of an undo wait for the state, and so do moves behind it", () => {
  const table = fresh();
  table.expect("a", { kind: "undo" });
  table.expect("b", { kind: "move", move: "T1 T2 3" });
  assert.deepEqual(table.piles, STATE.piles);
});

test("a state that overtakes a message on its way is shown as it is", () => {
  const table = fresh();
  table.expect("a", { kind: "move", move: "T1 T2 3" });
  const other = at(8, { piles: [["", ""], ["AH1", "2H1"], [], ["9C1"], ["5C1"], []] });
  table.receive(LAYOUT, other);
  assert.deepEqual(table.piles, other.piles);
});

test("an accepted move whose state is late stays pictured", () => {
  const table = fresh();
  table.expect("a", { kind: "move", move: "T1 T2 3" });
  table.settle("a", true);
  assert.deepEqual(table.piles[T1], ["9C1"]);
});

test("a touched pile offers no moves before the next state", () => {
  const table = fresh();
  table.expect("a", { kind: "move", move: "T1 F1 1" });
  assert.deepEqual(table.movesOf(T1, 1), []);
});

test("a selection outlives a state only while it is the same cards", () => {
  const held = select(STATE.piles, T1, 2);
  const movable = (pile: number): number => (pile === T1 ? 3 : 0);
  assert.deepEqual(survive(held, STATE.piles, movable), held);
  assert.equal(
    survive(held, STATE.piles, () => 1),
    null,
  );
  const shorter = STATE.piles.map((pile, index) => (index === T1 ? pile.slice(0, -1) : pile));
  assert.equal(survive(held, shorter, movable), null);
});

test("what only asks is over with its answer, and raises no version", () => {
  const table = fresh();
  for (const kind of ["why", "step", "replay", "clear", "done", "panel"] as const) {
    assert.equal(table.expect(kind, { kind }), 7);
    assert.ok(table.waiting && !table.ahead);
    table.settle(kind, true);
    assert.equal(table.waiting, false);
  }
});

test("the picture is ahead only while a listed move is on its way", () => {
  const table = fresh();
  table.expect("a", { kind: "undo" });
  assert.equal(table.ahead, false);
  table.settle("a", false);
  table.expect("b", { kind: "move", move: "T1 T2 3" });
  assert.equal(table.ahead, true);
  table.receive(LAYOUT, at(8, { piles: table.piles }));
  assert.equal(table.ahead, false);
});

test("a move that is only noted, and listed nowhere, is sent and changes no picture", () => {
  const asked = new Reconciler(LAYOUT, at(7, { moves: [], partial: {} }));
  assert.equal(asked.movable(3), 3);
  assert.equal(asked.expect("a", { kind: "move", move: "T1 T2 3" }), 7);
  assert.deepEqual(asked.piles, STATE.piles);
  asked.settle("a", true);
  assert.equal(asked.waiting, false);
});
