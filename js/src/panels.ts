/** What opens over the board: the options and the help page. */

import { make } from "./dom.ts";
import { KEY_HELP } from "./keys.ts";
import type { Options } from "./types.ts";

type Choice = {
  readonly name: keyof Options;
  readonly label: string;
  readonly values?: readonly string[];
};

const CHOICES: readonly Choice[] = [
  { name: "theme", label: "Theme", values: ["host", "light", "dark", "contrast"] },
  { name: "felt", label: "Felt", values: ["green", "slate", "none"] },
  { name: "card_back", label: "Card back", values: ["lattice", "plain", "stripes"] },
  { name: "speed", label: "Motion", values: ["off", "fast", "normal", "slow"] },
  { name: "assist", label: "Show", values: ["off", "destinations", "movable"] },
  { name: "four_colours", label: "Four colours" },
  { name: "large_indices", label: "Large indices" },
  { name: "confirm_leaving", label: "Ask before leaving a game" },
];

const WORDS: Record<string, string> = {
  host: "like the notebook",
  contrast: "high contrast",
  destinations: "where it can go",
  movable: "that, and cards that can go",
  off: "off",
};

export type OptionSetter = (name: keyof Options, value: string | boolean) => void;

function dialog(name: string, title: string, ...content: Node[]): HTMLElement {
  const close = make("button", { type: "button", class: "close", "data-action": "close" }, "Close");
  const head = make("div", { class: "head" }, make("strong", {}, title), close);
  return make(
    "div",
    { class: "panel", role: "dialog", "aria-label": title, "data-panel": name, hidden: "" },
    head,
    ...content,
  );
}

export function helpPanel(): HTMLElement {
  const list = make("dl");
  for (const [keys, meaning] of KEY_HELP)
    list.append(make("dt", {}, keys), make("dd", {}, meaning));
  const mouse = make(
    "p",
    {},
    "Tap a card and then a pile, or drag it there. Tap the stock to deal. Tap a card twice to send it where it fits best. A refused move names its rule under the board.",
  );
  return dialog("help", "Help", mouse, list);
}

export class OptionsPanel {
  readonly element: HTMLElement;
  readonly #inputs = new Map<keyof Options, HTMLInputElement | HTMLSelectElement>();

  readonly #change: OptionSetter;

  constructor(change: OptionSetter, signal: AbortSignal) {
    this.#change = change;
    const form = make("div", { class: "options" });
    for (const choice of CHOICES) form.append(this.#row(choice, signal));
    this.element = dialog("menu", "Options", form);
  }

  show(options: Options): void {
    for (const [name, input] of this.#inputs) {
      const value = options[name];
      if (input instanceof HTMLInputElement) input.checked = value === true;
      else input.value = String(value);
    }
  }

  #row(choice: Choice, signal: AbortSignal): HTMLElement {
    const input = choice.values ? this.#select(choice.values) : make("input", { type: "checkbox" });
    input.dataset.option = choice.name;
    input.addEventListener("change", () => this.#changed(choice.name, input), { signal });
    this.#inputs.set(choice.name, input);
    return make("label", {}, make("span", {}, choice.label), input);
  }

  #select(values: readonly string[]): HTMLSelectElement {
    const options = values.map((value) => make("option", { value }, WORDS[value] ?? value));
    return make("select", {}, ...options);
  }

  #changed(name: keyof Options, input: HTMLInputElement | HTMLSelectElement): void {
    this.#change(name, input instanceof HTMLInputElement ? input.checked : input.value);
  }
}
