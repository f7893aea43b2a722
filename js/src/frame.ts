/** Everything around the cards: heading, tools, lines of text, panels. Built once for each view. */

import { Bar } from "./bar.ts";
import { legible } from "./cards.ts";
import { make, mark, setText } from "./dom.ts";
import { helpPanel, type OptionSetter, OptionsPanel, sheetPanel } from "./panels.ts";
import css from "./style.css";
import { Toolbar } from "./toolbar.ts";

export type PanelName = "menu" | "help" | "statistics" | "rules";

export interface Frame {
  readonly root: HTMLElement;
  readonly felt: HTMLElement;
  readonly board: HTMLElement;
  readonly toolbar: Toolbar;
  readonly bar: Bar;
  readonly options: OptionsPanel;
  readonly panels: Record<PanelName, HTMLElement>;
  readonly packStyle: HTMLStyleElement;
  readonly lines: Lines;
}

const box = (name: string, ...children: Node[]): HTMLElement =>
  make("div", { class: name }, ...children);

const line = (name: string, more: Record<string, string> = {}): HTMLElement =>
  make("div", { "data-line": name, ...more });

/** Lines of text; suits in them stay text. */
export class Lines {
  readonly game = make("strong", { class: "game" });
  readonly facts = make("span");
  readonly badge = make("span", { role: "img", class: "badge", "data-badge": "" });
  readonly message = line("message");
  readonly caption = line("caption", { role: "status" });
  readonly live = line("live", { role: "status" });
  readonly error = line("error", { role: "alert", hidden: "" });
  readonly notice = line("notice", { role: "note", hidden: "" });
  readonly ending = make("div", { class: "ending", "aria-hidden": "true" });

  /** A rule's id stands before its sentence. */
  showMessage(sentence: string, rule = ""): void {
    const text = legible(sentence);
    const shown = rule === "" ? text : `${rule}\u2002${text}`;
    if (this.message.textContent === shown) return;
    const parts: (string | Node)[] = rule === "" ? [text] : [make("b", {}, rule), `\u2002${text}`];
    this.message.replaceChildren(...parts);
  }

  /** Said even when it is the same sentence as before: a new node is a new announcement. */
  say(sentence: string): void {
    this.live.textContent = legible(sentence);
  }

  warn(line: "error" | "notice", sentence: string): void {
    setText(this[line], legible(sentence));
    mark(this[line], "hidden", sentence === "");
  }
}

export function buildFrame(
  el: HTMLElement,
  dealAsked: (number: string) => void,
  setOption: OptionSetter,
  signal: AbortSignal,
): { host: HTMLElement; frame: Frame } {
  const host = make("div");
  // The page's own rules outrank :host, so what keeps the host apart from them stands on the element.
  host.style.cssText = "all:initial!important;display:block!important;width:100%!important";
  const shadow = host.attachShadow({ mode: "open" });
  const packStyle = make("style");
  const toolbar = new Toolbar(dealAsked, signal);
  const options = new OptionsPanel(setOption, signal);
  const panels = {
    menu: options.element,
    help: helpPanel(),
    statistics: sheetPanel("statistics", "Statistics"),
    rules: sheetPanel("rules", "Rules"),
  };
  const lines = new Lines();
  const bar = new Bar();
  const words = make("div", {}, lines.message, lines.caption);
  const board = make("div", { class: "board", role: "application" });
  const felt = box("felt", board, lines.ending, ...Object.values(panels));
  const heading = box("heading", lines.game, lines.facts, lines.badge);
  const header = box("header", heading, toolbar.element);
  const root = make("div", { class: "solitaire", role: "group" });
  root.append(
    lines.notice,
    header,
    felt,
    box("below", words, bar.element),
    lines.error,
    lines.live,
  );
  shadow.append(make("style", {}, css), packStyle, root);
  el.append(host);
  return { host, frame: { root, felt, board, toolbar, bar, options, panels, packStyle, lines } };
}
