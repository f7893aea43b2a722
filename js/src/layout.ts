/** From the layout that Python declares, the piles and a width to the position of every card. Pure. */

import type { Layout, Pile, PileSpec, Spot } from "./types.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Slot extends Point {
  /** How far down the pile's cards may reach. */
  readonly room: number;
  readonly row: number;
  readonly fan: boolean;
}

export type FaceSize = "small" | "large" | "huge";

export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly faceSize: FaceSize;
  readonly narrow: boolean;
  readonly slots: readonly Slot[];
}

export interface Space {
  readonly width: number;
  /** The height that the board would like to stay within. */
  readonly height: number;
  readonly maxCardWidth: number;
  readonly largeIndices: boolean;
}

export const CARD_RATIO = 7 / 5;
export const GAP = 0.09;
export const COMFORTABLE_CARD = 44;
export const SMALLEST_CARD = 14;
export const FAN_SHORTEST = 3.3;
export const FULL_FAN = 15;
/** The part of the wished-for height that one row of fans may take. */
export const FAN_SHARE = 0.7;
export const STOCK_DEPTH = 3;

/** The index band of a face as a part of the card's height. */
export const BAND: Record<FaceSize, number> = { small: 0.26, large: 0.33, huge: 0.43 };
export const FACE_DOWN = 0.4;
/** How wide a card is at least that shows a small face, and one that shows a large one. */
export const FACE_FROM = { small: 44, large: 30 } as const;

const FACE_SIZES: readonly FaceSize[] = ["small", "large", "huge"];

function faceSizeFor(cardWidth: number, largeIndices: boolean): FaceSize {
  const bySize = cardWidth >= FACE_FROM.small ? 0 : cardWidth >= FACE_FROM.large ? 1 : 2;
  return FACE_SIZES[Math.min(bySize + (largeIndices ? 1 : 0), 2)] ?? "small";
}

interface Plan {
  readonly columns: number;
  readonly places: readonly (readonly [number, number])[];
}

const wide = (layout: Layout): Plan => ({
  columns: layout.columns,
  places: layout.piles.map((pile) => pile.at),
});

const narrow = (layout: Layout): Plan => ({
  columns: layout.narrow_columns,
  places: layout.piles.map((pile) => pile.narrow),
});

const cardWidthFor = (width: number, columns: number): number => (width / columns) * (1 - GAP);

const isNarrow = (layout: Layout, width: number): boolean =>
  layout.narrow_columns < layout.columns && cardWidthFor(width, layout.columns) < COMFORTABLE_CARD;

export function arrange(layout: Layout, space: Space): Geometry {
  const folded = isNarrow(layout, space.width);
  const plan = folded ? narrow(layout) : wide(layout);
  const rows = rowsOf(layout.piles, plan);
  const cardWidth = fitCard(plan, rows, space);
  const cardHeight = Math.round(cardWidth * CARD_RATIO);
  const pitch = Math.min(space.width / plan.columns, cardWidth / (1 - GAP));
  const gap = Math.max(3, Math.round(pitch - cardWidth));
  const faceSize = faceSizeFor(cardWidth, space.largeIndices);
  const longest = Math.min(cardHeight * (1 + FULL_FAN * BAND[faceSize]), space.height * FAN_SHARE);
  const room = fanRoom(rows, cardHeight, longest, gap, space.height);
  const tops = rowTops(rows, cardHeight, room, gap);
  const margin = (space.width - plan.columns * pitch) / 2 + (pitch - cardWidth) / 2;
  const slots = plan.places.map(([column, row], index): Slot => {
    const fan = layout.piles[index]?.fan ?? false;
    return {
      x: Math.round(margin + column * pitch),
      y: tops[row] ?? 0,
      room: fan ? room : cardHeight,
      row,
      fan,
    };
  });
  const height = tops[rows.length] ?? 0;
  return { width: space.width, height, cardWidth, cardHeight, faceSize, narrow: folded, slots };
}

/** For each row, whether it holds a pile that fans out and so needs room. */
function rowsOf(piles: readonly PileSpec[], plan: Plan): boolean[] {
  const rows: boolean[] = [];
  plan.places.forEach(([, row], index) => {
    rows[row] = (rows[row] ?? false) || (piles[index]?.fan ?? false);
  });
  return Array.from(rows, (tall) => tall ?? false);
}

/** As wide as the width allows, smaller where the board would grow too tall for a screen. */
function fitCard(plan: Plan, rows: readonly boolean[], space: Space): number {
  const cards = rows.reduce((sum, tall) => sum + (tall ? FAN_SHORTEST : 1) + GAP, GAP);
  const byHeight = space.height / cards / CARD_RATIO;
  const byWidth = cardWidthFor(space.width, plan.columns);
  const roomy = Math.max(byHeight, COMFORTABLE_CARD);
  return Math.max(SMALLEST_CARD, Math.floor(Math.min(byWidth, roomy, space.maxCardWidth)));
}

/** Room for a full fan, less where the board would grow too tall for a screen. */
function fanRoom(
  rows: readonly boolean[],
  card: number,
  longest: number,
  gap: number,
  height: number,
): number {
  const tall = rows.filter(Boolean).length || 1;
  const flat = rows.filter((row) => !row).length * (card + gap);
  const free = (height - flat - gap) / tall - gap;
  return Math.round(Math.max(Math.min(free, longest), card * FAN_SHORTEST));
}

/** The top of every row, and at the end the height of the whole board. */
function rowTops(rows: readonly boolean[], card: number, room: number, gap: number): number[] {
  const tops = [gap];
  for (const tall of rows) tops.push((tops.at(-1) ?? 0) + (tall ? room : card) + gap);
  return tops;
}

/** Where each card of a pile lies. A fan shows index bands, and tightens before it leaves its room. */
export function place(geometry: Geometry, pile: number, cards: Pile): Point[] {
  const slot = geometry.slots[pile];
  if (!slot) return [];
  if (!slot.fan) return cards.map((card, index) => stacked(slot, card, index, cards.length));
  const step = fanStep(geometry, slot, cards);
  let y = slot.y;
  return cards.map((card) => {
    const point = { x: slot.x, y: Math.round(y * 10) / 10 };
    y += card === "" ? step * FACE_DOWN : step;
    return point;
  });
}

function stacked(slot: Slot, card: string, index: number, count: number): Point {
  const lift = card === "" ? Math.max(0, index - Math.max(0, count - STOCK_DEPTH)) : 0;
  return { x: slot.x, y: slot.y - lift };
}

function fanStep(geometry: Geometry, slot: Slot, cards: Pile): number {
  const { cardHeight, faceSize } = geometry;
  const steps = cards.slice(0, -1).reduce((sum, card) => sum + (card === "" ? FACE_DOWN : 1), 0);
  const band = cardHeight * BAND[faceSize];
  if (steps === 0) return band;
  return Math.min(band, (slot.room - cardHeight) / steps);
}

/** The first of the backs that are worth drawing in a pile that lies squared. */
export function firstVisible(slot: Slot | undefined, cards: Pile): number {
  return slot?.fan ? 0 : Math.max(0, cards.length - STOCK_DEPTH);
}

/** What lies under a point once all flights have landed: a card, an empty place, or a pile's bare column. */
export function spotAt(geometry: Geometry, piles: readonly Pile[], point: Point): Spot | null {
  const pile = geometry.slots.findIndex((slot) => covers(geometry, slot, slot.room, point));
  if (pile < 0) return null;
  const cards = place(geometry, pile, piles[pile] ?? []);
  const index = cards.findLastIndex((card) => covers(geometry, card, geometry.cardHeight, point));
  return { pile, index };
}

const covers = (geometry: Geometry, corner: Point, height: number, point: Point): boolean =>
  point.x >= corner.x &&
  point.x <= corner.x + geometry.cardWidth &&
  point.y >= corner.y &&
  point.y <= corner.y + height;

/** How much of a card held at this point lies over the pile, from 0 to 1. */
export function overlap(geometry: Geometry, pile: number, held: Point): number {
  const slot = geometry.slots[pile];
  if (!slot) return 0;
  const { cardWidth, cardHeight } = geometry;
  const across = cardWidth - Math.abs(held.x - slot.x);
  const top = Math.max(held.y, slot.y);
  const bottom = Math.min(held.y + cardHeight, slot.y + slot.room);
  if (across <= 0 || bottom <= top) return 0;
  return (across * (bottom - top)) / (cardWidth * cardHeight);
}

export type Direction = "left" | "right" | "up" | "down" | "home" | "end" | "pageup" | "pagedown";

/** Where the cursor goes: along the piles in reading order, up and down the face-up cards of a fan. */
export function walk(
  geometry: Geometry,
  piles: readonly Pile[],
  from: Spot,
  direction: Direction,
): Spot {
  const { pile } = from;
  const back = ["left", "up", "pageup"].includes(direction) ? -1 : 1;
  if (direction === "left" || direction === "right")
    return top(piles, neighbour(geometry, pile, back));
  if (direction === "home" || direction === "end")
    return top(piles, rowEnd(geometry, pile, direction === "home" ? 0 : -1));
  const inFan = direction === "up" || direction === "down";
  return (
    (inFan && within(geometry, piles, from, back)) || top(piles, otherRow(geometry, pile, back))
  );
}

export const top = (piles: readonly Pile[], pile: number): Spot => ({
  pile,
  index: (piles[pile]?.length ?? 0) - 1,
});

function within(geometry: Geometry, piles: readonly Pile[], from: Spot, step: number): Spot | null {
  if (!geometry.slots[from.pile]?.fan) return null;
  const index = from.index + step;
  const card = piles[from.pile]?.[index];
  return card ? { pile: from.pile, index } : null;
}

function readingOrder(geometry: Geometry): number[] {
  const order = geometry.slots.map((_, index) => index);
  const { slots } = geometry;
  return order.sort((a, b) => {
    const [left, right] = [slots[a], slots[b]];
    return left && right ? left.row - right.row || left.x - right.x : 0;
  });
}

function neighbour(geometry: Geometry, pile: number, step: number): number {
  const order = readingOrder(geometry);
  const at = order.indexOf(pile);
  return order[(at + step + order.length) % order.length] ?? pile;
}

function rowEnd(geometry: Geometry, pile: number, end: 0 | -1): number {
  const row = geometry.slots[pile]?.row;
  const inRow = readingOrder(geometry).filter((index) => geometry.slots[index]?.row === row);
  return inRow.at(end) ?? pile;
}

function otherRow(geometry: Geometry, pile: number, step: number): number {
  const here = geometry.slots[pile];
  if (!here) return pile;
  const distance = (index: number): number => Math.abs((geometry.slots[index]?.x ?? 0) - here.x);
  const there = readingOrder(geometry).filter(
    (index) => geometry.slots[index]?.row === here.row + step,
  );
  return there.sort((a, b) => distance(a) - distance(b))[0] ?? pile;
}
