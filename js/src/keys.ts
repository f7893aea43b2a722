/** Which key means what, and which keys the notebook must not see. */

import type { Direction } from "./layout.ts";

export type Command =
  | "press"
  | "best"
  | "foundation"
  | "more"
  | "fewer"
  | "deal"
  | "undo"
  | "redo"
  | "restart"
  | "new"
  | "menu"
  | "help"
  | "where"
  | "summary"
  | "stock"
  | "why"
  | "hint"
  | "show"
  | "replay"
  | "first"
  | "previous"
  | "next"
  | "last"
  | "pause"
  | "statistics"
  | "rules"
  | "letGo";

export type Stroke = { readonly command: Command } | { readonly walk: Direction } | null;

const WALKS: readonly string[] = [
  "left",
  "right",
  "up",
  "down",
  "home",
  "end",
  "pageup",
  "pagedown",
] satisfies Direction[];

/** For the help page: keys and what they do; behind that the command, where the keys are read from here. */
export const KEY_HELP: readonly (readonly [string, string, Command?])[] = [
  ["Arrows", "walk along the piles and up and down a pile"],
  ["Home, End", "first or last pile of a row"],
  ["Page up, down", "other rows"],
  ["Enter or Space", "pick up, or put down here; deal when on the stock", "press"],
  ["+ or =", "more cards of a run", "more"],
  ["-", "fewer", "fewer"],
  ["B or Shift+Enter", "send the card where it fits best", "best"],
  ["F", "send it to a foundation", "foundation"],
  ["D", "deal from the stock", "deal"],
  ["U, Z or Backspace", "undo", "undo"],
  ["R or Y", "redo", "redo"],
  ["N", "new deal", "new"],
  ["S", "go to the stock", "stock"],
  ["W", "say where this card can go", "where"],
  ["I", "say how the game stands", "summary"],
  ["H", "hint; once more plays it", "hint"],
  ["M", "show a way to win", "show"],
  ["Q", "say why a move was refused", "why"],
  ["V", "show the game from its start", "replay"],
  [".", "next step of a story", "next"],
  [",", "previous step", "previous"],
  ["<", "first step", "first"],
  [">", "last step", "last"],
  ["P", "pause", "pause"],
  ["L", "rules", "rules"],
  ["T", "statistics", "statistics"],
  ["O", "options", "menu"],
  ["?", "this page", "help"],
  ["Escape", "let go, close, leave a story, take marks away", "letGo"],
  ["Tab", "leave the board"],
];

const COMMANDS = new Map(
  KEY_HELP.flatMap(([keys, , command]) =>
    command ? keys.split(/, | or /).map((key) => [key.toLowerCase(), command] as const) : [],
  ),
);

const nameOf = ({ key }: KeyboardEvent): string =>
  key === " " ? "space" : key.toLowerCase().replace("arrow", "");

export const isCombination = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.altKey || event.metaKey;

/** Keys that a notebook gives a meaning of its own; function keys and the like stay the host's. */
export const isPlain = (event: KeyboardEvent): boolean =>
  !isCombination(event) &&
  (event.key.length === 1 || strokeOf(event) !== null || event.key === "Delete");

export function strokeOf(event: KeyboardEvent): Stroke {
  if (isCombination(event)) return null;
  if (event.key === "Enter" && event.shiftKey) return { command: "best" };
  const name = nameOf(event);
  if (WALKS.includes(name)) return { walk: name as Direction };
  const command = COMMANDS.get(name);
  return command ? { command } : null;
}

const EDITING = new Set(["a", "c", "v", "x", "y", "z"]);

/** Keys that a text field needs for itself, with or without Ctrl. */
export const editsText = (event: KeyboardEvent): boolean =>
  isPlain(event) ||
  EDITING.has(event.key.toLowerCase()) ||
  event.key.startsWith("Arrow") ||
  ["Backspace", "Delete", "Home", "End"].includes(event.key);
