/** The buttons beside the lines below the board: why, the story's, and the exercise's. */

import { make, mark, setAttribute, setText } from "./dom.ts";
import type { Control } from "./notes.ts";
import type { Story } from "./types.ts";

/** What is on the buttons; a single sign is named after what it does. */
const FACES: Record<Control, string> = {
  why: "Why?",
  show: "Show me",
  first: "\u00AB",
  previous: "\u2039",
  pause: "Pause",
  next: "\u203A",
  last: "\u00BB",
  "play-on": "Play on",
  leave: "Leave",
  done: "Done",
};

export class Bar {
  readonly element = make("div", { class: "bar", role: "group", "aria-label": "Story" });
  readonly #count = make("span", { role: "status" });
  readonly #buttons = new Map<Control, HTMLButtonElement>();

  constructor() {
    this.element.append(this.#count);
    for (const [control, face] of Object.entries(FACES)) {
      const button = make("button", { "data-action": control }, face);
      if (!face[1]) button.ariaLabel = button.title = control;
      this.#buttons.set(control as Control, button);
      this.element.append(button);
    }
  }

  present(
    controls: Partial<Record<Control, boolean>>,
    story: Story | null | undefined,
    paused: boolean,
    inert: boolean,
  ): void {
    for (const [control, button] of this.#buttons) {
      mark(button, "hidden", !(control in controls));
      setAttribute(button, "aria-disabled", controls[control] && !inert ? null : "true");
    }
    const count = story ? `${story.step} of ${story.of}` : "";
    setText(this.#count, count);
    setAttribute(this.element, "data-story", count || null);
    const pause = this.#buttons.get("pause");
    if (pause) setText(pause, paused ? "Play" : "Pause");
  }
}
