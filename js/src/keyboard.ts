/** Takes keys before the notebook sees them, and only while the focus is inside. */

import { type Command, editsText, isPlain, type Stroke, strokeOf } from "./keys.ts";
import type { Toolbar } from "./toolbar.ts";

export interface KeyListener {
  /** Returns false when there was nothing to do: then the key is the host's. */
  stroke(stroke: NonNullable<Stroke>, onBoard: boolean): boolean;
  leaveField(): void;
  /** Returns whether there was one. */
  closePanel(): boolean;
}

type Outcome = "used" | "hidden" | "host";

const ON_BOARD_ONLY = new Set<Command>(["press", "best"]);

export class Keyboard {
  readonly #root: HTMLElement;
  readonly #board: HTMLElement;
  readonly #toolbar: Toolbar;
  readonly #listener: KeyListener;

  constructor(
    root: HTMLElement,
    board: HTMLElement,
    toolbar: Toolbar,
    listener: KeyListener,
    signal: AbortSignal,
  ) {
    this.#root = root;
    this.#board = board;
    this.#toolbar = toolbar;
    this.#listener = listener;
    window.addEventListener("keydown", this.#down, { capture: true, signal });
  }

  readonly #down = (event: KeyboardEvent): void => {
    const path = event.composedPath();
    if (!path.includes(this.#root) || event.key === "Tab" || event.isComposing) return;
    const outcome = this.#route(event, path);
    if (outcome === "host") return;
    // At the window and in the capture phase this keeps the key from every shortcut of the host.
    event.stopImmediatePropagation();
    if (outcome === "used") event.preventDefault();
  };

  #route(event: KeyboardEvent, path: EventTarget[]): Outcome {
    if (path[0] === this.#toolbar.field) return this.#inField(event);
    if ((path[0] as Element).closest(".panel")) return this.#inPanel(event);
    if (path.includes(this.#toolbar.element) && this.#toolbar.key(event)) return "used";
    return this.#command(event, path.includes(this.#board));
  }

  #inField(event: KeyboardEvent): Outcome {
    if (event.key === "Escape") {
      this.#listener.leaveField();
      return "used";
    }
    if (this.#toolbar.key(event)) return "used";
    return editsText(event) ? "hidden" : "host";
  }

  #inPanel(event: KeyboardEvent): Outcome {
    if (event.key === "Escape" && this.#listener.closePanel()) return "used";
    return isPlain(event) ? "hidden" : "host";
  }

  #command(event: KeyboardEvent, onBoard: boolean): Outcome {
    const stroke = strokeOf(event);
    if (!stroke) return isPlain(event) ? "hidden" : "host";
    const elsewhere = "walk" in stroke || ON_BOARD_ONLY.has(stroke.command);
    if (!onBoard && elsewhere) return "hidden";
    if (this.#listener.stroke(stroke, onBoard)) return "used";
    return event.key === "Escape" ? "host" : "hidden";
  }
}
