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
  | "letGo";

export type Stroke = { readonly command: Command } | { readonly walk: Direction } | null;

const WALKS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
  PageUp: "rowUp",
  PageDown: "rowDown",
};

const COMMANDS: Record<string, Command> = {
  Enter: "press",
  " ": "press",
  Escape: "letGo",
  b: "best",
  f: "foundation",
  "+": "more",
  "=": "more",
  "-": "fewer",
  d: "deal",
  u: "undo",
  z: "undo",
  Backspace: "undo",
  r: "redo",
  y: "redo",
  n: "new",
  o: "menu",
  "?": "help",
  w: "where",
  i: "summary",
  s: "stock",
};

/** For the help page: keys and what they do. */
export const KEY_HELP: readonly (readonly [string, string])[] = [
  ["Arrows", "walk along the piles and up and down a pile"],
  ["Home, End", "first or last pile of a row"],
  ["Page up, down", "other rows"],
  ["Enter or Space", "pick up, or put down here; deal when on the stock"],
  ["+ and \u2212", "more or fewer cards of a run"],
  ["B or Shift+Enter", "send the card where it fits best"],
  ["F", "send it to a foundation"],
  ["D", "deal from the stock"],
  ["U, Z or Backspace", "undo"],
  ["R or Y", "redo"],
  ["N", "new deal"],
  ["S", "go to the stock"],
  ["W", "say where this card can go"],
  ["I", "say how the game stands"],
  ["O", "options"],
  ["?", "this page"],
  ["Escape", "let go, or close"],
  ["Tab", "leave the board"],
];

export const isCombination = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.altKey || event.metaKey;

/** Keys that a notebook gives a meaning of its own; function keys and the like stay the host's. */
export const isPlain = (event: KeyboardEvent): boolean =>
  !isCombination(event) &&
  (event.key.length === 1 || event.key in WALKS || event.key in COMMANDS || event.key === "Delete");

export function strokeOf(event: KeyboardEvent): Stroke {
  if (isCombination(event)) return null;
  if (event.key === "Enter" && event.shiftKey) return { command: "best" };
  const walk = WALKS[event.key];
  if (walk) return { walk };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const command = COMMANDS[key];
  return command ? { command } : null;
}

const EDITING = new Set(["a", "c", "v", "x", "y", "z"]);

/** Keys that a text field needs for itself, with or without Ctrl. */
export const editsText = (event: KeyboardEvent): boolean =>
  isPlain(event) ||
  EDITING.has(event.key.toLowerCase()) ||
  event.key.startsWith("Arrow") ||
  ["Backspace", "Delete", "Home", "End"].includes(event.key);
