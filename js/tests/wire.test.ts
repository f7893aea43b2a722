import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "../src/types.ts";
import { type Connection, Wire } from "../src/wire.ts";
import { FakeClock, FakeModel } from "./samples.ts";

function connected() {
  const model = new FakeModel();
  const clock = new FakeClock();
  const answers: Answer[] = [];
  const connections: Connection[] = [];
  const listener = {
    answered: (answer: Answer) => answers.push(answer),
    connectionChanged: (connection: Connection) => connections.push(connection),
  };
  const wire = new Wire(model, listener, clock);
  wire.start();
  const answer = (id: unknown, ok = true) => model.fire("msg:custom", { kind: "answer", id, ok });
  return { model, clock, answers, connections, wire, answer };
}

test("ids are unique between views", () => {
  const [one, two] = [connected().wire, connected().wire];
  const ids = [one.nextId(), one.nextId(), two.nextId(), two.nextId()];
  assert.equal(new Set(ids).size, 4);
  assert.ok(ids.every((id) => id.length <= 64));
});

test("an answered hello makes the board alive", () => {
  const { model, clock, connections, wire, answer } = connected();
  wire.hello("1.0");
  assert.equal(model.sent[0]?.kind, "hello");
  answer(model.sent[0]?.id);
  clock.pass(5000);
  assert.deepEqual(connections, ["alive"]);
});

test("a hello that nobody answers within two seconds: gone; a late answer revives", () => {
  const { model, clock, connections, wire, answer } = connected();
  wire.hello("1.0");
  clock.pass(1999);
  assert.deepEqual(connections, []);
  clock.pass(1);
  assert.deepEqual(connections, ["gone"]);
  answer(model.sent[0]?.id);
  assert.deepEqual(connections, ["gone", "alive"]);
});

test("a send that throws, or rejects, or a closed comm: gone", async () => {
  const thrown = connected();
  thrown.model.broken = true;
  thrown.wire.send(thrown.wire.nextId(), "undo", 1);
  assert.deepEqual(thrown.connections, ["gone"]);

  const rejected = connected();
  rejected.model.send = () => Promise.reject(new Error("no"));
  rejected.wire.send(rejected.wire.nextId(), "undo", 1);
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(rejected.connections, ["gone"]);

  const closed = connected();
  closed.model.fire("comm:close");
  assert.deepEqual(closed.connections, ["gone"]);
});

test("an answer that takes longer than a second: busy until it comes", () => {
  const { clock, connections, wire, answer } = connected();
  const id = wire.nextId();
  wire.send(id, "move", 3, { move: "T1 T2 1" });
  clock.pass(1000);
  assert.deepEqual(connections, ["busy"]);
  answer(id);
  assert.deepEqual(connections, ["busy", "alive"]);
});

test("answers to other views are not ours", () => {
  const { answers, wire, answer } = connected();
  wire.send(wire.nextId(), "undo", 1);
  answer("somebody-else-1");
  assert.equal(answers.length, 0);
});

test("a ping is answered with a hello, and nobody is thought gone for it", () => {
  const { model, clock, connections } = connected();
  model.fire("msg:custom", { kind: "ping" });
  assert.equal(model.sent[0]?.kind, "hello");
  assert.equal(clock.running, 0);
  assert.deepEqual(connections, []);
});

test("messages keep their order and their fields", () => {
  const { model, wire } = connected();
  wire.send("a", "move", 4, { move: "deal" });
  wire.send("b", "new", 5, { deal: null });
  assert.deepEqual(model.sent, [
    { kind: "move", id: "a", version: 4, move: "deal" },
    { kind: "new", id: "b", version: 5, deal: null },
  ]);
});

test("after stop nothing is left: no listener, no timer", () => {
  const { model, clock, wire } = connected();
  wire.hello("1.0");
  wire.send(wire.nextId(), "undo", 1);
  wire.stop();
  assert.equal(model.listening, 0);
  assert.equal(clock.running, 0);
});
