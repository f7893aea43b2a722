/** Messages to Python and their answers: ids, the hello, and noticing that nobody answers. */

import type { Answer, MessageKind, Model } from "./types.ts";

export type Connection = "greeting" | "alive" | "busy" | "gone";

const HELLO_PATIENCE = 2000;
const ANSWER_PATIENCE = 1000;

export interface WireListener {
  answered(answer: Answer): void;
  connectionChanged(connection: Connection): void;
}

interface Clock {
  setTimeout(action: () => void, delay: number): unknown;
  clearTimeout(timer: unknown): void;
}

export class Wire {
  connection: Connection = "greeting";
  readonly #prefix = Math.random().toString(36).slice(2);
  readonly #unanswered = new Set<string>();
  #counter = 0;
  #greeting = "";
  #helloTimer: unknown;
  #busyTimer: unknown;

  readonly #model: Model;
  readonly #listener: WireListener;
  readonly #clock: Clock;

  constructor(model: Model, listener: WireListener, clock: Clock = window) {
    this.#model = model;
    this.#listener = listener;
    this.#clock = clock;
  }

  start(): void {
    this.#model.on("msg:custom", this.#receive);
    this.#model.on("comm:close", this.#lose);
  }

  stop(): void {
    this.#model.off("msg:custom", this.#receive);
    this.#model.off("comm:close", this.#lose);
    this.#clock.clearTimeout(this.#helloTimer);
    this.#clock.clearTimeout(this.#busyTimer);
  }

  nextId(): string {
    this.#counter += 1;
    return `${this.#prefix}-${this.#counter}`;
  }

  hello(release: string): void {
    this.#greeting = this.nextId();
    this.#clock.clearTimeout(this.#helloTimer);
    this.#helloTimer = this.#clock.setTimeout(this.#lose, HELLO_PATIENCE);
    this.#post({ kind: "hello", id: this.#greeting, release });
  }

  send(id: string, kind: MessageKind, version: number, extra: Record<string, unknown> = {}): void {
    this.#unanswered.add(id);
    if (this.#unanswered.size === 1) this.#watchForAnswer();
    this.#post({ kind, id, version, ...extra });
  }

  /** Anything that comes from Python shows that somebody is there. */
  heard(): void {
    if (this.connection === "gone") this.#become("alive");
  }

  async #post(message: Record<string, unknown>): Promise<void> {
    try {
      await this.#model.send(message);
    } catch {
      this.#lose();
    }
  }

  readonly #receive = (content: Answer | { readonly kind: "ping" }): void => {
    // Python wants to know whether anything from here reaches it; when it cannot answer now, it is not gone.
    if (content?.kind === "ping") this.#post({ kind: "hello", id: this.nextId() });
    if (content?.kind !== "answer" || !String(content.id).startsWith(this.#prefix)) return;
    if (content.id === this.#greeting) this.#greeted();
    this.#unanswered.delete(content.id);
    this.#watchForAnswer();
    this.#become("alive");
    this.#listener.answered(content);
  };

  #greeted(): void {
    this.#greeting = "";
    this.#clock.clearTimeout(this.#helloTimer);
  }

  #watchForAnswer(): void {
    this.#clock.clearTimeout(this.#busyTimer);
    if (this.#unanswered.size > 0)
      this.#busyTimer = this.#clock.setTimeout(this.#wait, ANSWER_PATIENCE);
  }

  readonly #wait = (): void => {
    if (this.connection !== "gone") this.#become("busy");
  };

  readonly #lose = (): void => {
    this.#unanswered.clear();
    this.#clock.clearTimeout(this.#helloTimer);
    this.#clock.clearTimeout(this.#busyTimer);
    this.#become("gone");
  };

  #become(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.#listener.connectionChanged(connection);
  }
}
