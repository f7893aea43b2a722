/** The court figures: busts in flat shapes. Rank gives hat, hair and beard; suit gives robe and what is held. */

import { type Suit, suitOf } from "../cards.ts";
import { SUIT_PATHS } from "./shapes.ts";
import { at, fill, line, mirrored, tag } from "./svg.ts";

const GOLD = "#d9a53a";
const DARK = "#2b2a33";
const ROUND = { "stroke-linecap": "round" };
const STEEL = "#dfe5ea";
const STEEL_EDGE = { stroke: DARK, "stroke-width": 1.3 };

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
  const arch = "M-74 90V-30C-74-66-42-86 0-86C42-86 74-66 74-30V90z";
  return line(arch, ink, 1.6, { opacity: 0.55 }) + fill(arch, ink, { opacity: 0.06 });
}

function robe(suit: Suit, look: Look): string {
  const body = fill("M-70 90C-70 52-48 40-24 34H24C48 40 70 52 70 90z", look.robe);
  return body + ROBES[suit](look.trim);
}

const both = (half: string): string => half + mirrored(half);

/** Each suit wears a pattern of its own. */
const ROBES: Record<Suit, (trim: string) => string> = {
  S: (trim) => both(line("M-30 38L-40 90M-44 44L-56 90", trim, 3)),
  H: (trim) => both(line("M-26 36C-44 52-30 72-46 90M-46 44C-60 58-50 74-62 88", trim, 3)),
  D: (trim) =>
    both(line("M-64 62L-48 90M-54 50L-34 88M-40 42L-26 66M-34 44L-62 88M-52 48L-68 76", trim, 2)),
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
    mouth("M-6 6H6") +
    crown(suit),
  Q: (suit, look) =>
    held(suit, "Q") +
    tresses(look) +
    faceOf(look) +
    necklace() +
    mouth("M-6 4C-3 8 3 8 6 4") +
    coronet(suit, look),
  J: (suit, look) =>
    held(suit, "J") +
    bob(look) +
    ruff(look) +
    faceOf(look) +
    mouth("M-5 5C-2 7 3 7 6 4") +
    cap(suit, look),
};

function faceOf(look: Look): string {
  const neck = fill("M-11 10H11V36C6 42-6 42-11 36z", look.skin);
  const head = fill("M-25-26C-25-48 25-48 25-26C25 0 14 22 0 22C-14 22-25 0-25-26z", look.skin);
  const eyes = both(
    fill("M-15-13a5 3.4 0 0 1 10 0a5 3.4 0 0 1-10 0z", "#fff") +
      tag("circle", { cx: -10, cy: -13, r: 2.4, fill: DARK }),
  );
  const brows = both(line("M-17-20C-13-23-8-23-5-21", look.hair, 2.4, ROUND));
  const nose = line("M1-14L-3-2H2", DARK, 1.6, { opacity: 0.55 });
  return neck + head + eyes + brows + nose;
}

const mouth = (path: string): string => line(path, "#9c2f2f", 2.4, ROUND);

const mane = (look: Look): string =>
  both(fill("M-24-34C-40-30-36-8-42 4C-46 18-34 24-24 18z", look.hair));

const tresses = (look: Look): string =>
  both(fill("M-2-48C-34-48-34-16-40 8C-44 26-52 40-38 46C-26 48-22 34-22 16z", look.hair));

const bob = (look: Look): string =>
  both(fill("M-4-44C-36-42-34-10-38 8C-40 20-24 20-20 12z", look.hair));

const collar = (look: Look): string =>
  fill("M-40 42C-20 30 20 30 40 42C30 54 10 60 0 60C-10 60-30 54-40 42z", "#fff") +
  both(fill("M-26 42l3 7l3-7zM-12 46l3 7l3-7z", look.robe));

const ruff = (look: Look): string =>
  fill("M-30 34L-22 26L-14 34L-7 27L0 35L7 27L14 34L22 26L30 34L20 46H-20z", "#fff", {
    stroke: look.robe,
    "stroke-width": 1.5,
  });

const necklace = (): string =>
  line("M-14 36C-8 50 8 50 14 36", GOLD, 3) + tag("circle", { cy: 49, r: 4, fill: GOLD });

const BEARDS: Record<Suit, (hair: string) => string> = {
  S: (hair) => fill("M-25-8C-22 6-12 0 0 1C12 0 22 6 25-8C24 22 8 34 0 50C-8 34-24 22-25-8z", hair),
  H: (hair) =>
    fill("M-25-8C-20 4-10-1 0 0C10-1 20 4 25-8C27 22 16 36 0 36C-16 36-27 22-25-8z", hair),
  D: (hair) =>
    fill(
      "M-25-8C-20 4-10-1 0 0C10-1 20 4 25-8C27 18 20 32 14 44C8 38 4 30 0 28C-4 30-8 38-14 44C-20 32-27 18-25-8z",
      hair,
    ),
  C: (hair) =>
    fill("M-25-8C-20 4-10-1 0 0C10-1 20 4 25-8C28 14 24 34 16 38H-16C-24 34-28 14-25-8z", hair),
};

const CROWNS: Record<Suit, string> = {
  S: "M-28-34L-34-66L-18-52L0-74L18-52L34-66L28-34z",
  H: "M-28-34L-35-60L-23-53L-12-70L0-56L12-70L23-53L35-60L28-34z",
  D: "M-28-34L-32-58L-20-50L-12-66L0-52L12-66L20-50L32-58L28-34z",
  C: "M-28-34L-32-60H-20V-50H-8V-68H8V-50H20V-60H32L28-34z",
};

const jewels = (y: number): string =>
  [-16, 0, 16]
    .map((x) => tag("circle", { cx: x, cy: y, r: 3, fill: x ? "#fff" : "#c8323a" }))
    .join("");

function crown(suit: Suit): string {
  const band = fill("M-29-40C-10-34 10-34 29-40V-28C10-23-10-23-29-28z", "#b98325");
  return (
    fill(CROWNS[suit], GOLD, {
      stroke: "#8f6417",
      "stroke-width": 1.5,
    }) +
    band +
    at(0, 0, 1, jewels(-31))
  );
}

function coronet(suit: Suit, look: Look): string {
  const fringe = fill(
    "M-26-24C-22-44-4-44 0-40C4-44 22-44 26-24C16-34 6-36 0-34C-6-36-16-34-26-24z",
    look.hair,
  );
  const ring = fill("M-25-38L-29-54L-15-47L0-62L15-47L29-54L25-38C8-44-8-44-25-38z", GOLD, {
    stroke: "#8f6417",
    "stroke-width": 1.3,
  });
  return fringe + ring + at(0, -51, 0.13, fill(SUIT_PATHS[suit], "#c8323a"));
}

function cap(suit: Suit, look: Look): string {
  const crown = fill("M-32-34C-36-62 8-74 32-50C36-44 34-38 32-34z", look.robe);
  const brim = fill("M-35-38C-14-46 14-46 35-38V-29C14-36-14-36-35-29z", look.trim);
  const feather =
    fill("M20-40C34-52 38-66 56-72C58-58 44-44 26-36z", suit === "H" ? GOLD : "#fff", {
      stroke: DARK,
      "stroke-width": 1.2,
    }) + line("M24-39C36-48 44-58 53-69", DARK, 1.2);
  const fringe = fill("M-26-20C-25-34 25-34 26-20C14-28-14-28-26-20z", look.hair);
  return fringe + crown + brim + feather;
}

const STAFF = "M-58 90V-36";

/** Kings hold arms and regalia, queens flowers, jacks poles. */
function held(suit: Suit, rank: string): string {
  return rank === "K" ? regalia(suit) : rank === "Q" ? flower(suit) : pole(suit);
}

function regalia(suit: Suit): string {
  const things: Record<Suit, string> = {
    S:
      fill("M-61 40V-40L-57-52L-53-40V40z", STEEL, STEEL_EDGE) +
      line("M-68 40H-46M-57 40V62", GOLD, 5),
    H:
      fill("M-61 30V-40H-53V30z", STEEL, STEEL_EDGE) +
      line("M-68 32H-46M-57 32V54", GOLD, 5) +
      tag("circle", { cx: -57, cy: 57, r: 4.5, fill: GOLD }),
    D:
      line("M-57 80V-44", "#7a5230", 5) +
      fill(
        "M-54-46C-40-42-36-28-40-16C-46-20-50-22-54-22zM-60-46C-68-42-72-34-70-24C-66-26-62-26-60-26z",
        STEEL,
        STEEL_EDGE,
      ),
    C:
      line("M-57 80V-24", GOLD, 4.5) +
      tag("circle", { cx: -57, cy: -32, r: 11, fill: GOLD }) +
      line("M-57-54V-42M-63-49H-51M-68-32H-46", "#8f6417", 2.6),
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
  const stem = line("M-44 84C-58 60-54 40-56 14M-56 44C-66 42-68 34-68 30", "#3f7a4a", 3, {
    "stroke-linecap": "round",
  });
  return stem + at(-56, 8, 1, ring + tag("circle", { r: 4.5, fill: GOLD }));
}

function pole(suit: Suit): string {
  const heads: Record<Suit, string> = {
    S: "M-58-72L-50-48L-58-34L-66-48z",
    H: "M-58-74L-53-52C-44-54-40-44-42-34C-48-40-52-40-54-38H-62V-52z",
    D: "M-58-72L-53-56H-42L-48-46L-42-36H-62V-56z",
    C: "M-58-72L-53-50C-46-54-44-60-44-64C-36-52-42-38-54-38H-62C-74-38-80-52-72-64C-72-60-70-54-63-50z",
  };
  return line(STAFF, "#7a5230", 5) + fill(heads[suit], STEEL, STEEL_EDGE);
}
