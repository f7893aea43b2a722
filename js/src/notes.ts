/** What Python writes onto the board beside the position: marks, arrows, a caption, a story, an exercise. Pure. */

import { type Geometry, type Point, place } from "./layout.ts";
import type { Badge, Notes, Pile } from "./types.ts";

export const NO_NOTES: Notes = {};

/** Where two marks meet, the later one is seen. */
export const cardTone = ({ cards }: Notes, pile: number, index: number): string =>
  cards?.findLast(
    ([at, first, count]) => at === pile && index >= first && index < first + count,
  )?.[3] ?? "";

export const pileTone = ({ piles }: Notes, pile: number): string =>
  piles?.findLast(([at]) => at === pile)?.[1] ?? "";

/** Whether there is anything that Escape could take away. */
export const isMarked = (notes: Notes): boolean =>
  !!notes.advice ||
  [notes.caption, notes.cards, notes.piles, notes.arrows].some((each) => each?.length);

const LOOKING = "looking\u2026";
const NO_BADGE: Badge = { text: "", how: "", tone: "note" };

/** What was true before a move that is still on its way is no longer said. */
export const badgeOf = ({ badge }: Notes, ahead: boolean): Badge =>
  badge ? (ahead ? { ...badge, text: LOOKING, tone: "note" } : badge) : NO_BADGE;

export const captionOf = ({ caption, advice }: Notes): string =>
  caption || (advice?.kind === "looking" ? "Looking\u2026" : "");

/** Whether the board shows another position than the game's own. */
export const isWatched = ({ story }: Notes): boolean => story?.live === false;

/** Whether a hint can be asked for: in a game that is shown and played, and one at a time. */
export const mayAsk = (notes: Notes): boolean =>
  !notes.asking && !isWatched(notes) && notes.advice?.kind !== "looking";

/** The middle of a pile's top card, or of its place. */
export function middleOf(geometry: Geometry, pile: number, cards: Pile): Point {
  const { x, y } = place(geometry, pile, cards).at(-1) ?? geometry.slots[pile] ?? { x: 0, y: 0 };
  return { x: x + geometry.cardWidth / 2, y: y + geometry.cardHeight / 2 };
}

/** The outline of an arrow; nothing where it would lead nowhere. */
export function arrowPath(from: Point, to: Point, thick: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (!length) return "";
  const corner = (along: number, aside: number): string => {
    const [a, b] = [along / length, (aside * thick) / length];
    return `${Math.round(from.x + dx * a - dy * b)} ${Math.round(from.y + dy * a + dx * b)}`;
  };
  const neck = Math.max(length - 5 * thick, 0);
  const side = (to: number): string[] => [corner(0, to), corner(neck, to), corner(neck, 3 * to)];
  return `M${[...side(1), corner(length, 0), ...side(-1).reverse()].join("L")}z`;
}

export type Control =
  | "why"
  | "show"
  | "first"
  | "previous"
  | "pause"
  | "next"
  | "last"
  | "play-on"
  | "leave"
  | "done";

/** The buttons that are there just now, and whether each can be used. */
export function controlsFor(
  { story, asking, advice }: Notes,
  refused: boolean,
): Partial<Record<Control, boolean>> {
  const before = !!story && story.step > 1;
  const after = !!story && story.step < story.of;
  return {
    ...(refused && { why: true }),
    ...(advice?.show && { show: true }),
    ...(story && { first: before, previous: before, next: after, last: after, leave: true }),
    ...(story?.seconds && { pause: after }),
    ...(story?.resumable && { "play-on": true }),
    ...(asking && !asking.done && { done: true }),
  };
}
