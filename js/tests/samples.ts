/** Small made-up games for the tests; no real game's rules are in here. */

import type { Layout, Model, PileSpec, State } from "../src/types.ts";

const pile = (
  name: string,
  kind: PileSpec["kind"],
  at: [number, number],
  narrow: [number, number] = at,
): PileSpec => ({ name, kind, label: name, at, narrow, fan: kind === "tableau" });

export const LAYOUT: Layout = {
  game: "Sample",
  id: "sample",
  columns: 8,
  rows: 2,
  narrow_columns: 4,
  narrow_rows: 3,
  piles: [
    pile("S", "stock", [0, 0]),
    pile("F1", "foundation", [4, 0], [2, 0]),
    pile("F2", "foundation", [5, 0], [2, 1]),
    pile("T1", "tableau", [0.5, 1], [0, 2]),
    pile("T2", "tableau", [1.5, 1], [1, 2]),
    pile("T3", "tableau", [2.5, 1], [2, 2]),
  ],
};

export const STATE: State = {
  session: "one",
  version: 7,
  status: "playing",
  deal: "1",
  piles: [["", ""], ["AH1"], [], ["9C1", "4H1", "3H1", "2H1"], ["5C1"], []],
  moves: ["T1 F1 1", "T1 F1 2", "T1 T2 3", "deal"],
  partial: { "T1 F2 3": 2 },
  undo: 2,
  redo: 1,
  can_move: { T1: 3, T2: 1 },
};

export const at = (version: number, changes: Partial<State> = {}): State => ({
  ...STATE,
  ...changes,
  version,
});

/** A model that notes what is sent, and answers nothing by itself. */
export class FakeModel implements Model {
  readonly sent: Record<string, unknown>[] = [];
  broken = false;
  readonly #listeners = new Map<string, Set<(...args: never[]) => void>>();

  get(): unknown {
    return undefined;
  }
  set(): void {}
  save_changes(): void {}

  on(event: string, listener: (...args: never[]) => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  off(event: string, listener: (...args: never[]) => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  send(content: unknown): void {
    if (this.broken) throw new Error("the comm is gone");
    this.sent.push(content as Record<string, unknown>);
  }

  fire(event: string, content?: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      (listener as (content: unknown) => void)(content);
    }
  }

  get listening(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0);
  }
}

/** Time that passes only when a test says so. */
export class FakeClock {
  #now = 0;
  readonly #timers = new Map<number, { readonly due: number; readonly action: () => void }>();
  #next = 1;

  setTimeout(action: () => void, delay: number): number {
    this.#timers.set(this.#next, { due: this.#now + delay, action });
    return this.#next++;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as number);
  }

  pass(time: number): void {
    this.#now += time;
    for (const [timer, { due, action }] of [...this.#timers]) {
      if (due > this.#now) continue;
      this.#timers.delete(timer);
      action();
    }
  }

  get running(): number {
    return this.#timers.size;
  }
}
