/** Everything around the cards: heading, tools, lines of text, panels. Built once for each view. */

import { legible } from "./cards.ts";
import { make, mark, setText } from "./dom.ts";
import { helpPanel, type OptionSetter, OptionsPanel } from "./panels.ts";
import css from "./style.css";
import { Toolbar, type ToolbarListener } from "./toolbar.ts";

export type PanelName = "menu" | "help";

export interface Frame {
  readonly root: HTMLElement;
  readonly felt: HTMLElement;
  readonly board: HTMLElement;
  readonly toolbar: Toolbar;
  readonly options: OptionsPanel;
  readonly panels: Record<PanelName, HTMLElement>;
  readonly packStyle: HTMLStyleElement;
  readonly lines: Lines;
}

/** Lines of text; suits in them stay text. */
export class Lines {
  readonly game = make("strong", { class: "game" });
  readonly facts = make("span", { class: "facts" });
  readonly message = make("div", { class: "line", "data-line": "message" });
  readonly live = make("div", {
    class: "live",
    "data-line": "live",
    role: "status",
    "aria-live": "polite",
  });
  readonly error = make("div", { class: "line", "data-line": "error", role: "alert", hidden: "" });
  readonly notice = make("div", { class: "line", "data-line": "notice", role: "note", hidden: "" });
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
  tools: ToolbarListener,
  setOption: OptionSetter,
  signal: AbortSignal,
): { host: HTMLElement; frame: Frame } {
  const host = make("div");
  // The page's own rules outrank :host, so what keeps the host apart from them stands on the element.
  host.style.cssText = "all:initial!important;display:block!important;width:100%!important";
  const shadow = host.attachShadow({ mode: "open" });
  const packStyle = make("style");
  const toolbar = new Toolbar(tools, signal);
  const options = new OptionsPanel(setOption, signal);
  const panels = { menu: options.element, help: helpPanel() };
  const lines = new Lines();
  const board = make("div", { class: "board" });
  const felt = make("div", { class: "felt" }, board, lines.ending);
  const heading = make("div", { class: "heading" }, lines.game, lines.facts);
  const header = make("div", { class: "header" }, heading, toolbar.element);
  const root = make("div", { class: "solitaire", role: "group" });
  root.append(
    lines.notice,
    header,
    felt,
    lines.message,
    lines.error,
    lines.live,
    panels.menu,
    panels.help,
  );
  shadow.append(make("style", {}, css), packStyle, root);
  el.append(host);
  return { host, frame: { root, felt, board, toolbar, options, panels, packStyle, lines } };
}
