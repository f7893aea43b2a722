/** The line of tools above the board: one tab stop, arrows inside, words where there is room. */

import { icon, make, setAttribute } from "./dom.ts";
import { ICONS, type Tool } from "./icons.ts";

/** The word on a tool, and what its tip adds. */
const NAMES: Record<Tool, readonly [string, string]> = {
  undo: ["Undo", " (U)"],
  redo: ["Redo", " (R)"],
  restart: ["Restart", " this deal"],
  new: ["New deal", " (N)"],
  hint: ["Hint", " (H)"],
  menu: ["Options", " (O)"],
  help: ["Help", " (?)"],
  fullscreen: ["Full screen", ""],
};

export class Toolbar {
  readonly element: HTMLElement;
  readonly field: HTMLInputElement;
  readonly #buttons = new Map<Tool, HTMLButtonElement>();
  readonly #stops: HTMLElement[];
  #shownDeal = "";

  readonly #dealAsked: (number: string) => void;

  constructor(dealAsked: (number: string) => void, signal: AbortSignal) {
    this.#dealAsked = dealAsked;
    this.field = make("input", {
      "data-field": "deal",
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "40",
      "aria-label": "Deal number: type another and press Enter",
    });
    const left = (["undo", "redo", "restart", "new"] as const).map((tool) => this.#button(tool));
    const right = (["hint", "menu", "help", "fullscreen"] as const).map((tool) =>
      this.#button(tool),
    );
    const deal = make(
      "label",
      { class: "deal" },
      make("span", { "aria-hidden": "true" }, "Deal"),
      this.field,
    );
    this.element = make("div", { class: "tools", role: "toolbar", "aria-label": "Game" });
    this.element.append(...left, deal, ...right);
    this.#stops = [...left, this.field, ...right];
    this.#stops.forEach((stop, index) => {
      stop.tabIndex = index === 0 ? 0 : -1;
    });
    this.element.addEventListener("focusin", this.#keepStop, { signal });
    this.field.addEventListener("focus", () => this.field.select(), { signal });
  }

  /** One that cannot be used stays where it is, and says why when it is pressed. */
  enable(usable: Partial<Record<Tool, boolean>>): void {
    for (const [tool, button] of this.#buttons)
      setAttribute(button, "aria-disabled", usable[tool] === false ? "true" : null);
  }

  expand(tool: string | undefined, open: boolean): void {
    this.#buttons.get(tool as Tool)?.setAttribute("aria-expanded", String(open));
  }

  showDeal(deal: string): void {
    if (deal === this.#shownDeal && this.field.value !== "") return;
    this.#shownDeal = deal;
    this.field.value = deal;
  }

  resetDeal(): void {
    this.field.value = this.#shownDeal;
  }

  /** A number that was typed and not dealt yet. */
  get typedDeal(): string | null {
    const typed = this.field.value.trim();
    return typed === "" || typed === this.#shownDeal ? null : typed;
  }

  /** Returns whether the key was the tool bar's own. */
  key(event: KeyboardEvent): boolean {
    const inField = event.composedPath()[0] === this.field;
    if (inField && event.key === "Enter") return this.#askForDeal();
    if (inField && !this.#atEdge(event.key)) return false;
    if (event.key === "ArrowLeft") return this.#step(-1);
    if (event.key === "ArrowRight") return this.#step(1);
    return false;
  }

  #askForDeal(): boolean {
    const number = this.field.value.trim();
    if (number !== "") this.#dealAsked(number);
    return true;
  }

  #atEdge(key: string): boolean {
    const { selectionStart: start, selectionEnd: end, value } = this.field;
    if (key === "ArrowLeft") return start === 0 && end === 0;
    return key === "ArrowRight" && start === value.length;
  }

  #step(by: number): boolean {
    const now = this.#stops.findIndex((stop) => stop.tabIndex === 0);
    return this.#go((now + by + this.#stops.length) % this.#stops.length);
  }

  #go(index: number): boolean {
    this.#stops[index]?.focus({ preventScroll: true });
    return true;
  }

  readonly #keepStop = (event: Event): void => {
    for (const stop of this.#stops) stop.tabIndex = stop === event.target ? 0 : -1;
  };

  #button(tool: Tool): HTMLButtonElement {
    const [word, more] = NAMES[tool];
    const button = make(
      "button",
      { "data-action": tool, "aria-label": word, title: word + more },
      icon(ICONS[tool]),
      make("span", { "aria-hidden": "true" }, word),
    );
    if (tool === "menu" || tool === "help") button.setAttribute("aria-expanded", "false");
    this.#buttons.set(tool, button);
    return button;
  }
}
