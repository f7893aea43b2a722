/** The court figures: busts in flat shapes. Rank gives hat, hair and beard; suit gives robe and what is held. */

import { type Suit, suitOf } from "../cards.ts";
import { SUIT_PATHS } from "./shapes.ts";
import { at, fill, line, mirrored, tag } from "./svg.ts";

const GOLD = "#d9a53a";
const DARK = "#2b2a33";
const ROUND = { "stroke-linecap": "round" };
const STEEL = "#dfe5ea";
const DARK_EDGE = { stroke: DARK, "stroke-width": 1.3 };
const GOLD_EDGE = { stroke: "#8f6417", "stroke-width": 1.4 };

interface Look {
  readonly skin: string;
  readonly hair: string;
  readonly robe: string;
  readonly trim: string;
}

const LOOKS: Record<Suit, Look> = {
  S: { skin: "#f3d3b3", hair: "#4a3b35", robe: "#33466e", trim: "#aebfe0" },
  H: { skin: "#f6d6bc", hair: "#c98a3c", robe: "#b3262d", trim: "#f1c9b4" },
  D: { skin: "#e3b58f", hair: "#5a3a28", robe: "#c2571a", trim: "#f6dcae" },
  C: { skin: "#c99470", hair: "#262227", robe: "#2c5f4a", trim: "#b6d6bf" },
};

export function court(card: string, ink: string, paper: string): string {
  const suit = suitOf(card);
  const look = LOOKS[suit];
  const figure = FIGURES[card.charAt(0)]?.(suit, look) ?? "";
  const emblem = at(0, 66, 0.3, fill(SUIT_PATHS[suit], paper));
  return at(125, 175, 1, frame(ink) + robe(suit, look) + figure + emblem);
}

/** An arch with a hairline inside. */
function frame(ink: string): string {
  const arch = "M-74 90v-120c0-36 32-56 74-56 42 0 74 20 74 56v120z";
  return line(arch, ink, 1.6, { opacity: 0.55 }) + fill(arch, ink, { opacity: 0.06 });
}

function robe(suit: Suit, look: Look): string {
  const body = fill("M-70 90c0-38 22-50 46-56h48c24 6 46 18 46 56z", look.robe);
  return body + ROBES[suit](look.trim);
}

const both = (half: string): string => half + mirrored(half);

/** Each suit wears a pattern of its own. */
const ROBES: Record<Suit, (trim: string) => string> = {
  S: (trim) => both(line("M-30 38l-10 52m-4-46-12 46", trim, 3)),
  H: (trim) => both(line("M-26 36c-18 16-4 36-20 54m0-46c-14 14-4 30-16 44", trim, 3)),
  D: (trim) => both(line("M-64 62l16 28m-6-40 20 38m-6-46 14 24m-8-22-28 44m10-40-16 28", trim, 2)),
  C: (trim) =>
    both(
      [
        [-36, 52],
        [-52, 62],
        [-38, 72],
        [-56, 80],
      ]
        .map(([x, y]) => tag("circle", { cx: x ?? 0, cy: y ?? 0, r: 4, fill: trim }))
        .join(""),
    ),
};

type Figure = (suit: Suit, look: Look) => string;

const FIGURES: Record<string, Figure> = {
  K: (suit, look) =>
    held(suit, "K") +
    mane(look) +
    collar(look) +
    faceOf(look) +
    BEARDS[suit](look.hair) +
    mouth("M-6 6h12") +
    crown(suit),
  Q: (suit, look) =>
    held(suit, "Q") +
    tresses(look) +
    faceOf(look) +
    necklace() +
    mouth("M-6 4c3 4 9 4 12 0") +
    coronet(suit, look),
  J: (suit, look) =>
    held(suit, "J") +
    bob(look) +
    ruff(look) +
    faceOf(look) +
    mouth("M-5 5c3 2 8 2 11-1") +
    cap(suit, look),
};

function faceOf(look: Look): string {
  const neck = fill("M-11 10h22v26c-5 6-17 6-22 0z", look.skin);
  const head = fill("M-25-26c0-22 50-22 50 0 0 26-11 48-25 48-14 0-25-22-25-48z", look.skin);
  const eyes = both(
    fill("M-15-13a5 3.4 0 0 1 10 0 5 3.4 0 0 1-10 0z", "#fff") +
      tag("circle", { cx: -10, cy: -13, r: 2.4, fill: DARK }),
  );
  const brows = both(line("M-17-20c4-3 9-3 12-1", look.hair, 2.4, ROUND));
  const nose = line("M1-14l-4 12h5", DARK, 1.6, { opacity: 0.55 });
  return neck + head + eyes + brows + nose;
}

const mouth = (path: string): string => line(path, "#9c2f2f", 2.4, ROUND);

const mane = (look: Look): string =>
  both(fill("M-24-34c-16 4-12 26-18 38-4 14 8 20 18 14z", look.hair));

const tresses = (look: Look): string =>
  both(fill("M-2-48c-32 0-32 32-38 56-4 18-12 32 2 38 12 2 16-12 16-30z", look.hair));

const bob = (look: Look): string =>
  both(fill("M-4-44c-32 2-30 34-34 52-2 12 14 12 18 4z", look.hair));

const collar = (look: Look): string =>
  fill("M-40 42c20-12 60-12 80 0-10 12-30 18-40 18-10 0-30-6-40-18z", "#fff") +
  both(fill("M-26 42l3 7 3-7zm14 4 3 7 3-7z", look.robe));

const ruff = (look: Look): string =>
  fill("M-30 34l8-8 8 8 7-7 7 8 7-8 7 7 8-8 8 8-10 12h-40z", "#fff", {
    stroke: look.robe,
    "stroke-width": 1.5,
  });

const necklace = (): string =>
  line("M-14 36c6 14 22 14 28 0", GOLD, 3) + tag("circle", { cy: 49, r: 4, fill: GOLD });

const BEARDS: Record<Suit, (hair: string) => string> = {
  S: (hair) =>
    fill("M-25-8c3 14 13 8 25 9 12-1 22 5 25-9-1 30-17 42-25 58-8-16-24-28-25-58z", hair),
  H: (hair) => fill("M-25-8c5 12 15 7 25 8 10-1 20 4 25-8 2 30-9 44-25 44-16 0-27-14-25-44z", hair),
  D: (hair) =>
    fill(
      "M-25-8c5 12 15 7 25 8 10-1 20 4 25-8 2 26-5 40-11 52-6-6-10-14-14-16-4 2-8 10-14 16-6-12-13-26-11-52z",
      hair,
    ),
  C: (hair) =>
    fill("M-25-8c5 12 15 7 25 8 10-1 20 4 25-8 3 22-1 42-9 46h-32c-8-4-12-24-9-46z", hair),
};

const CROWNS: Record<Suit, string> = {
  S: "M-28-34l-6-32 16 14 18-22 18 22 16-14-6 32z",
  H: "M-28-34l-7-26 12 7 11-17 12 14 12-14 11 17 12-7-7 26z",
  D: "M-28-34l-4-24 12 8 8-16 12 14 12-14 8 16 12-8-4 24z",
  C: "M-28-34l-4-26h12v10h12v-18h16v18h12v-10h12l-4 26z",
};

const jewels = (y: number): string =>
  [-16, 0, 16]
    .map((x) => tag("circle", { cx: x, cy: y, r: 3, fill: x ? "#fff" : "#c8323a" }))
    .join("");

function crown(suit: Suit): string {
  const band = fill("M-29-40c19 6 39 6 58 0v12c-19 5-39 5-58 0z", "#b98325");
  return fill(CROWNS[suit], GOLD, GOLD_EDGE) + band + jewels(-31);
}

function coronet(suit: Suit, look: Look): string {
  const fringe = fill(
    "M-26-24c4-20 22-20 26-16 4-4 22-4 26 16-10-10-20-12-26-10-6-2-16 0-26 10z",
    look.hair,
  );
  const ring = fill("M-25-38l-4-16 14 7 15-15 15 15 14-7-4 16c-17-6-33-6-50 0z", GOLD, GOLD_EDGE);
  return fringe + ring + at(0, -51, 0.13, fill(SUIT_PATHS[suit], "#c8323a"));
}

function cap(suit: Suit, look: Look): string {
  const crown = fill("M-32-34c-4-28 40-40 64-16 4 6 2 12 0 16z", look.robe);
  const brim = fill("M-35-38c21-8 49-8 70 0v9c-21-7-49-7-70 0z", look.trim);
  const feather =
    fill("M20-40c14-12 18-26 36-32 2 14-12 28-30 36z", suit === "H" ? GOLD : "#fff", DARK_EDGE) +
    line("M24-39c12-9 20-19 29-30", DARK, 1.2);
  const fringe = fill("M-26-20c1-14 51-14 52 0-12-8-40-8-52 0z", look.hair);
  return fringe + crown + brim + feather;
}

const STAFF = "M-58 90v-126";

/** Kings hold arms and regalia, queens flowers, jacks poles. */
function held(suit: Suit, rank: string): string {
  return rank === "K" ? regalia(suit) : rank === "Q" ? flower(suit) : pole(suit);
}

function regalia(suit: Suit): string {
  const things: Record<Suit, string> = {
    S: fill("M-61 40v-80l4-12 4 12v80z", STEEL, DARK_EDGE) + line("M-68 40h22m-11 0v22", GOLD, 5),
    H:
      fill("M-61 30v-70h8v70z", STEEL, DARK_EDGE) +
      line("M-68 32h22m-11 0v22", GOLD, 5) +
      tag("circle", { cx: -57, cy: 57, r: 4.5, fill: GOLD }),
    D:
      line("M-57 80v-124", "#7a5230", 5) +
      fill(
        "M-54-46c14 4 18 18 14 30-6-4-10-6-14-6zm-6 0c-8 4-12 12-10 22 4-2 8-2 10-2z",
        STEEL,
        DARK_EDGE,
      ),
    C:
      line("M-57 80v-104", GOLD, 4.5) +
      tag("circle", { cx: -57, cy: -32, r: 11, fill: GOLD }) +
      line("M-57-54v12m-6-7h12m-17 17h22", "#8f6417", 2.6),
  };
  return things[suit];
}

function flower(suit: Suit): string {
  const petals: Record<Suit, readonly [number, string]> = {
    S: [6, "#e8ecf7"],
    H: [5, "#d8434b"],
    D: [8, "#f0b838"],
    C: [4, "#c98fd0"],
  };
  const [count, colour] = petals[suit];
  const petal = tag("ellipse", {
    cx: 8,
    rx: 8,
    ry: 5,
    fill: colour,
    stroke: DARK,
    "stroke-width": 0.8,
  });
  const ring = Array.from({ length: count }, (_, i) => at(0, 0, 1, petal, (i * 360) / count)).join(
    "",
  );
  const stem = line("M-44 84c-14-24-10-44-12-70m0 30c-10-2-12-10-12-14", "#3f7a4a", 3, ROUND);
  return stem + at(-56, 8, 1, ring + tag("circle", { r: 4.5, fill: GOLD }));
}

function pole(suit: Suit): string {
  const heads: Record<Suit, string> = {
    S: "M-58-72l8 24-8 14-8-14z",
    H: "M-58-74l5 22c9-2 13 8 11 18-6-6-10-6-12-4h-8v-14z",
    D: "M-58-72l5 16h11l-6 10 6 10h-20v-20z",
    C: "M-58-72l5 22c7-4 9-10 9-14 8 12 2 26-10 26h-8c-12 0-18-14-10-26 0 4 2 10 9 14z",
  };
  return line(STAFF, "#7a5230", 5) + fill(heads[suit], STEEL, DARK_EDGE);
}
