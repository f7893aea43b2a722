/** What opens over the board: the options, the help page, and what Python has to show. */

import { legible } from "./cards.ts";
import { make, setText } from "./dom.ts";
import { KEY_HELP } from "./keys.ts";
import type { Options, Sheet } from "./types.ts";

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
  { name: "badge", label: "Can it be won", values: ["off", "known", "unseen"] },
  { name: "autoplay", label: "Send safe cards up by themselves" },
  { name: "four_colours", label: "Four colours" },
  { name: "large_indices", label: "Large indices" },
  { name: "confirm_leaving", label: "Ask before leaving a game" },
];

const WORDS: Record<string, string> = {
  host: "like the notebook",
  contrast: "high contrast",
  destinations: "where it can go",
  movable: "that, and cards that can go",
  known: "every card known",
  unseen: "unseen at random",
};

export type OptionSetter = (name: keyof Options, value: string | boolean) => void;

function dialog(name: string, title: string, ...content: Node[]): HTMLElement {
  const close = make("button", { class: "close", "data-action": "close" }, "Close");
  const head = make("div", { class: "head" }, make("strong", {}, title), close);
  return make(
    "div",
    { class: "panel", role: "dialog", "aria-label": title, "data-panel": name, hidden: "" },
    head,
    ...content,
  );
}

function table(rows: readonly (readonly [string, string, ...unknown[]])[]): HTMLElement {
  const list = make("dl");
  for (const [left, right] of rows)
    list.append(make("dt", {}, legible(left)), make("dd", {}, legible(right)));
  return list;
}

const buttons = (words: Record<string, string>): HTMLElement =>
  make(
    "p",
    {},
    ...Object.entries(words).map(([action, word]) =>
      make("button", { "data-action": action }, word),
    ),
  );

/** A panel for what Python has to show. */
export const sheetPanel = (name: string, title: string): HTMLElement =>
  dialog(name, title, make("div"));

/** Only text goes in, whatever the sheet says. */
export function fillPanel(panel: HTMLElement, sheet: Sheet | string): void {
  const { title, sections } =
    typeof sheet === "string"
      ? { title: panel.ariaLabel ?? "", sections: sheet ? [{ heading: sheet, rows: [] }] : [] }
      : sheet;
  const [name] = panel.getElementsByTagName("strong");
  if (name) setText(name, title);
  panel.lastElementChild?.replaceChildren(
    ...sections.flatMap(({ heading, rows }) => [make("h3", {}, legible(heading)), table(rows)]),
  );
}

export function helpPanel(): HTMLElement {
  const mouse = make(
    "p",
    {},
    "Tap a card and then a pile, or drag it there. Tap the stock to deal. Tap a card twice to send it where it fits best. A refused move names its rule under the board.",
  );
  return dialog("help", "Help", buttons({ rules: "Rules of this game" }), mouse, table(KEY_HELP));
}

export class OptionsPanel {
  readonly element: HTMLElement;
  readonly #inputs = new Map<keyof Options, HTMLInputElement | HTMLSelectElement>();

  readonly #change: OptionSetter;

  constructor(change: OptionSetter, signal: AbortSignal) {
    this.#change = change;
    const form = make("div", { class: "options" });
    for (const choice of CHOICES) form.append(this.#row(choice, signal));
    const more = buttons({ replay: "Replay", statistics: "Statistics" });
    this.element = dialog("menu", "Options", more, form);
  }

  present(options: Options): void {
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
