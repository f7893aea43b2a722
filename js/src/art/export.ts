/**
 * All that the board looks like, as one value. The build writes it beside the page as JSON, and Python draws
 * its pictures with it: nothing is drawn or measured twice. No part of the page imports this module.
 */

import { RANKS, SUITS, type Suit } from "../cards.ts";
import * as layout from "../layout.ts";
import { arrowPath } from "../notes.ts";
import css from "../style.css";
import { backDrawing, PATTERNS, signDrawing } from "./back.ts";
import { faceDrawing, HEIGHT, WIDTH } from "./face.ts";
import { CHIPS } from "./marks.ts";
import { SUIT_PATHS } from "./shapes.ts";
import { PAPER, paletteOf, type Scheme } from "./sheet.ts";
import { fill } from "./svg.ts";

/** Python puts colours in the place of these, and a reference to the suit in the place of "{suit}". */
const INK = "{ink}";
const PLAIN = { paper: "{paper}", inks: { C: INK, D: INK, H: INK, S: INK } };

const FACES = [...RANKS].flatMap((rank) => SUITS.map((suit) => rank + suit));
const SCHEMES = Object.keys(PAPER) as Scheme[];
const FELTS = ["green", "slate", "none"];

const entries = <Value>(keys: readonly string[], value: (key: string) => Value) =>
  Object.fromEntries(keys.map((key) => [key, value(key)]));

/** A suit in the card's own ink is drawn once in a picture, however many pips there are. */
function brief(drawing: string): string {
  const shapes = Object.values(SUIT_PATHS).map((path) => fill(path, INK));
  return shapes.reduce((text, shape) => text.replaceAll(shape, "{suit}"), drawing);
}

type Declarations = Record<string, string>;

/** The style sheet's plain rules in their order: what stands under a condition is left out. */
const RULES = [
  ...css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "")
    .matchAll(/([^{}]+)\{([^{}]*)\}/g),
].map(([, selectors = "", body = ""]) => ({
  selectors: selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim()),
  declarations: Object.fromEntries(
    body
      .split(";")
      .filter((line) => line.includes(":"))
      .map((line) => [
        line.slice(0, line.indexOf(":")).trim(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  ) as Declarations,
}));

function declared(selector: string): Declarations {
  const found = RULES.filter((rule) => rule.selectors.includes(selector));
  return Object.assign({}, ...found.map((rule) => rule.declarations));
}

/** The numbers of one declaration; the build stops where the style sheet no longer has as many. */
function numbers(selector: string, property: string, count: number): number[] {
  const text = declared(selector)[property] ?? "";
  const found = [...text.matchAll(/(?<![\w#.-])-?\d*\.?\d+/g)].map(Number);
  if (found.length !== count) {
    throw new Error(
      `style.css: ${selector} { ${property} } should hold ${count} numbers: "${text}"`,
    );
  }
  return found;
}

const number = (selector: string, property: string): number =>
  numbers(selector, property, 1)[0] ?? 0;

/** The custom properties that hold for a board with these attributes, by the cascade of the style sheet. */
function properties(attributes: Record<string, string>): Declarations {
  const conditions = (selector: string): string[] => selector.match(/\[[^\]]*\]/g) ?? [];
  const holds = (condition: string): boolean => {
    const [, name = "", value] = /\[data-(\w+)(?:="(\w+)")?\]/.exec(condition) ?? [];
    return value === undefined ? name in attributes : attributes[name] === value;
  };
  const applied = RULES.flatMap(({ selectors, declarations }) =>
    selectors
      .filter((selector) => /^\.solitaire(\[[^\]]*\])*$/.test(selector))
      .map(conditions)
      .filter((needed) => needed.every(holds))
      .map((needed) => ({ weight: needed.length, declarations })),
  );
  const inOrder = applied.sort((a, b) => a.weight - b.weight);
  const found: Declarations = Object.assign({}, ...inOrder.map((rule) => rule.declarations));
  const value = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => value(found[name] ?? ""));
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, value(text)]));
}

/** A colour without its alpha, which older readers of SVG do not know, and the alpha by itself. */
function paint(colour: string): { colour: string; opacity: number } {
  const digits = /^#(?:([0-9a-f]{3})([0-9a-f])?|([0-9a-f]{6})([0-9a-f]{2})?)$/.exec(colour);
  if (!digits) throw new Error(`style.css: no colour that a picture can use: "${colour}"`);
  const [, short, shortAlpha, long, alpha = shortAlpha ? shortAlpha.repeat(2) : "ff"] = digits;
  const opacity = Math.round((Number.parseInt(alpha, 16) / 255) * 100) / 100;
  return { colour: `#${short ? short.replace(/./g, "$&$&") : long}`, opacity };
}

function feltColours(scheme: string, felt: string) {
  const found = properties({ scheme, felt });
  const colour = (name: string): string => paint(found[`--sw-${name}`] ?? "").colour;
  return {
    felt: colour("felt"),
    on_felt: colour("on-felt"),
    edge: paint(found["--sw-edge"] ?? ""),
  };
}

function schemeLooks(name: string) {
  const scheme = name as Scheme;
  return {
    paper: PAPER[scheme],
    two_colours: paletteOf({ scheme, fourColours: false }).inks,
    four_colours: paletteOf({ scheme, fourColours: true }).inks,
    felts: entries(FELTS, (felt) => feltColours(scheme, felt)),
  };
}

const percent = (selector: string, property: string): number => number(selector, property) / 100;

function shadow() {
  const text = declared(".card")["box-shadow"] ?? "";
  const [, edge, drop, blur, colour] =
    /^0 0 0 ([\d.]+)px var\(--sw-edge\),\s*0 ([\d.]+)px ([\d.]+)px (#\w+)$/.exec(text) ?? [];
  if (!colour) throw new Error(`style.css: a card's edge and shadow are written anew: "${text}"`);
  return { edge: Number(edge), drop: Number(drop), blur: Number(blur), ...paint(colour) };
}

/** What one of several rules says about a property; the build stops where none does any more. */
function needed(property: string, ...selectors: string[]): string {
  const text = selectors.map((selector) => declared(selector)[property]).findLast(Boolean);
  if (!text) throw new Error(`style.css: ${selectors.join(" or ")} should say { ${property} }`);
  return text;
}

/** A tone's colour and line, on rings and on arrows, and its sign. */
function toneLooks(tone: string) {
  const own = tone === "note" ? "[data-mark]" : `[data-mark="${tone}"]`;
  const colour = paint(needed("--sw-tone", own)).colour;
  const arrow = (property: string): string =>
    needed(property, ".arrows > *", `.arrows .${tone}`).replace("var(--sw-tone)", colour);
  return {
    colour,
    style: needed("--sw-stroke", own),
    chip: CHIPS[tone],
    arrow: {
      fill: arrow("fill"),
      edge: arrow("stroke"),
      width: Number(arrow("stroke-width")),
      dash: declared(own)["stroke-dasharray"] ?? "",
    },
  };
}

/** The width of the light line on either side of a ring. */
function shadowLine(selector: string): number {
  const [, width] = /0 0 0 ([\d.]+)px #fff/.exec(declared(selector)["box-shadow"] ?? "") ?? [];
  if (!width) throw new Error(`style.css: ${selector} has another shadow than a picture draws`);
  return Number(width);
}

/** How wide and high a sign's ground is, in parts of its size, and what that size is. */
function chip() {
  const [, from, , least, part] = numbers(".card[data-mark]::after", "--sw-size", 5);
  const [, , , , width, height] = numbers(".card[data-mark]::after", "background", 6);
  return { from, least, part, width, height };
}

/** The corners of an arrow in half thicknesses, counted from its tail or, after `neck`, from its tip. */
function arrow() {
  const [unit, length] = [100, 1e5];
  const corners = arrowPath({ x: 0, y: 0 }, { x: length, y: 0 }, unit)
    .slice(1, -1)
    .split("L")
    .map((corner) => corner.split(" ").map(Number));
  return corners.map(([x = 0, y = 0]) => {
    const tip = x > length / 2;
    return { from: tip ? "tip" : "tail", along: (tip ? x - length : x) / unit, aside: y / unit };
  });
}

export default {
  card: {
    width: WIDTH,
    height: HEIGHT,
    radius: number(".card", "border-radius"),
    shadow: shadow(),
  },
  place: {
    line: numbers(".place", "border", 2)[0],
    opacity: (numbers(".place", "border", 2)[1] ?? 0) / 100,
    shut_opacity: percent(".place[data-shut]", "border-color"),
    inset: percent(".place::before", "inset"),
    sign_opacity: number(".place::before", "opacity"),
    shut_sign_opacity: number(".place[data-shut]::before", "opacity"),
  },
  felt: { padding: number(".felt", "padding"), radius: number(".felt", "border-radius") },
  layout: {
    card_ratio: layout.CARD_RATIO,
    gap: layout.GAP,
    comfortable_card: layout.COMFORTABLE_CARD,
    smallest_card: layout.SMALLEST_CARD,
    fan_shortest: layout.FAN_SHORTEST,
    full_fan: layout.FULL_FAN,
    fan_share: layout.FAN_SHARE,
    stock_depth: layout.STOCK_DEPTH,
    band: layout.BAND,
    face_down: layout.FACE_DOWN,
    face_from: layout.FACE_FROM,
  },
  schemes: entries(SCHEMES, schemeLooks),
  suits: entries(SUITS, (suit) => SUIT_PATHS[suit as Suit]),
  faces: entries(Object.keys(layout.BAND), (size) =>
    entries(FACES, (card) => brief(faceDrawing(card, size as layout.FaceSize, PLAIN))),
  ),
  backs: entries(Object.keys(PATTERNS), (back) => backDrawing(back as keyof typeof PATTERNS)),
  signs: entries(["redeal", "none", ...RANKS, ...FACES], (sign) => brief(signDrawing(sign, INK))),
  marks: {
    tones: entries(Object.keys(CHIPS), toneLooks),
    casing: shadowLine("[data-mark]::after"),
    pile_ring: number("[data-mark]::after", "border"),
    card_ring: numbers(".card[data-mark]::after", "border-width", 2),
    chip: chip(),
    arrow: arrow(),
  },
};
