/** Puts a scene on the board with the least writes. Each card is one element that lives as long as its card. */

import { signImage } from "./art/back.ts";
import { face } from "./cards.ts";
import { make, mark, setAttribute, shape } from "./dom.ts";
import { firstVisible, type Geometry, type Point, place } from "./layout.ts";
import { firstOf } from "./moves.ts";
import { arrowPath, cardTone, middleOf, pileTone } from "./notes.ts";
import { cardName, placeName, stockName, withMarks } from "./speech.ts";
import type { Layout, Notes, Pile, Spot, State } from "./types.ts";

export interface Scene {
  readonly layout: Layout;
  readonly state: State;
  readonly piles: readonly Pile[];
  readonly geometry: Geometry;
  readonly selected: ReadonlySet<string>;
  readonly destinations: ReadonlySet<number>;
  /** Cards that the assistance points out. */
  readonly hinted: ReadonlySet<string>;
  readonly notes: Notes;
  readonly canDeal: boolean;
  readonly cursor: Spot;
  movable(pile: number): number;
}

export interface Motion {
  /** Milliseconds; 0 draws at once. */
  readonly duration: number;
  /** Milliseconds between the cards of one deal. */
  readonly ripple: number;
}

interface Figure {
  readonly element: HTMLElement;
  x: number;
  y: number;
  z: number;
  pile: number;
  index: number;
}

export const STILL: Motion = { duration: 0, ripple: 0 };
const IN_FLIGHT = 1000;
const HELD = 9000;

export class Drawer {
  readonly #cards = new Map<string, Figure>();
  readonly #leaving = new Set<Figure>();
  #backs: Figure[][] = [];
  #places: HTMLElement[] = [];
  /** What each pile shows, so that a pile that stays as it is costs nothing. */
  #looks: string[] = [];
  readonly #arrows = shape("svg", { class: "arrows", "aria-hidden": "true" });
  #arrowsShown = "";
  #held: ReadonlySet<string> = new Set();
  #heldBy: Point = { x: 0, y: 0 };
  #layout: Layout | null = null;
  #geometry: Geometry | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #tabStop: HTMLElement | null = null;

  readonly #board: HTMLElement;

  constructor(board: HTMLElement) {
    this.#board = board;
  }

  draw(scene: Scene, motion: Motion): void {
    if (scene.layout !== this.#layout) this.#lay(scene.layout);
    const fresh = this.#geometry === null;
    const relaid = scene.geometry !== this.#geometry;
    const moves = relaid ? STILL : motion;
    if (relaid) this.#resize(scene.geometry);
    const stage = new Stage();
    const marks = JSON.stringify(scene.notes);
    scene.piles.forEach((cards, pile) => {
      for (const card of cards) stage.present.add(card);
      const looks = looksOf(scene, pile, cards) + marks;
      if (!relaid && looks === this.#looks[pile]) return;
      this.#looks[pile] = looks;
      this.#drawPlace(scene, pile);
      this.#drawPile(scene, pile, stage);
    });
    this.#drawArrows(scene);
    this.#dismiss(scene, stage, moves);
    if (relaid && !fresh) this.#atOnce(() => this.#perform(stage, moves));
    else this.#perform(stage, moves);
    this.#moveTabStop(scene.cursor);
  }

  /** A new size is no movement: nothing glides into place. */
  #atOnce(change: () => void): void {
    mark(this.#board, "data-still", true);
    change();
    void this.#board.offsetWidth;
    mark(this.#board, "data-still", false);
  }

  /** A quiet wave through the cards that lie on top. */
  celebrate(on: boolean): void {
    for (const { element, pile } of this.#cards.values()) {
      mark(element, "data-cheering", on);
      if (on) element.style.setProperty("--sw-nth", String(pile));
    }
  }

  /** Lifts cards, or moves lifted ones: they follow the pointer without delay. */
  hold(cards: ReadonlySet<string>, by: Point): void {
    this.#held = cards;
    this.#heldBy = by;
    for (const card of cards) {
      const figure = this.#cards.get(card);
      if (figure) this.#follow(figure);
    }
  }

  /** Lets go; the next drawing settles the cards from where they are. */
  release(): void {
    for (const card of this.#held) {
      const figure = this.#cards.get(card);
      if (!figure) continue;
      mark(figure.element, "data-held", false);
      figure.x += this.#heldBy.x;
      figure.y += this.#heldBy.y;
      this.#raise(figure, IN_FLIGHT + figure.index);
      this.#looks[figure.pile] = "";
    }
    this.#held = new Set();
    this.#settleAfter(0);
  }

  element(spot: Spot): HTMLElement | undefined {
    const { pile, index } = spot;
    const figure = this.#figures.find((one) => one.pile === pile && one.index === index);
    return figure?.element ?? this.#places[pile];
  }

  spotOf(element: Element): Spot | null {
    const place = this.#places.indexOf(element as HTMLElement);
    if (place >= 0) return { pile: place, index: -1 };
    const figure = this.#figures.find((one) => one.element === element);
    return figure ? { pile: figure.pile, index: figure.index } : null;
  }

  stop(): void {
    clearTimeout(this.#settling);
  }

  #lay(layout: Layout): void {
    this.#settle();
    this.#board.replaceChildren();
    this.#cards.clear();
    this.#held = new Set();
    this.#layout = layout;
    this.#geometry = null;
    this.#looks = [];
    this.#tabStop = null;
    this.#backs = layout.piles.map(() => []);
    this.#places = layout.piles.map((pile) =>
      make("div", {
        class: "place",
        role: "button",
        tabindex: "-1",
        "data-place": pile.name,
        "data-kind": pile.kind,
      }),
    );
    this.#board.append(...this.#places, this.#arrows);
  }

  #resize(geometry: Geometry): void {
    this.#geometry = geometry;
    const { style } = this.#board;
    style.height = `${geometry.height}px`;
    style.setProperty("--sw-card-width", `${geometry.cardWidth}px`);
    style.setProperty("--sw-card-height", `${geometry.cardHeight}px`);
    geometry.slots.forEach((slot, index) => {
      const place = this.#places[index];
      if (place) shift(place, slot);
    });
  }

  #drawPlace(scene: Scene, pile: number): void {
    const spec = scene.layout.piles[pile];
    const element = this.#places[pile];
    if (!spec || !element) return;
    const cards = scene.piles[pile] ?? [];
    const empty = cards.length === 0;
    const tone = pileTone(scene.notes, pile);
    const shut = scene.state.shut?.includes(spec.name) ?? false;
    const sign = signOf(scene, pile, empty);
    const destination = scene.destinations.has(pile);
    mark(element, "data-shut", shut);
    mark(element, "data-destination", destination);
    if (element.dataset.sign !== sign) this.#paintSign(element, sign);
    setAttribute(element, "data-count", String(cards.length));
    setAttribute(element, "aria-hidden", empty ? null : "true");
    const name = empty
      ? placeName(spec, spec.kind === "stock" ? "" : sign, shut, destination)
      : null;
    setAttribute(element, "aria-label", name && withMarks(name, tone, ""));
    setAttribute(element, "data-mark", tone || null);
    if (!tone) return;
    // The ring goes around all of the pile, and so down to the foot of its last card.
    const top = scene.geometry.slots[pile]?.y ?? 0;
    const foot = middleOf(scene.geometry, pile, cards).y + scene.geometry.cardHeight / 2;
    element.style.setProperty("--sw-reach", `${foot - top}px`);
  }

  #drawArrows({ layout, geometry, piles, notes }: Scene): void {
    const arrows = (notes.arrows ?? []).map(([from, to, tone]) => ({
      class: tone,
      "data-arrow": `${layout.piles[from]?.name} ${layout.piles[to]?.name}`,
      d: arrowPath(
        middleOf(geometry, from, piles[from] ?? []),
        middleOf(geometry, to, piles[to] ?? []),
        Math.max(Math.round(geometry.cardWidth / 20), 2),
      ),
    }));
    const shown = JSON.stringify(arrows);
    if (shown === this.#arrowsShown) return;
    this.#arrowsShown = shown;
    this.#arrows.replaceChildren(...arrows.map((arrow) => shape("path", arrow)));
  }

  #paintSign(place: HTMLElement, sign: string): void {
    place.dataset.sign = sign;
    place.style.setProperty("--sw-sign", sign === "" ? "none" : signImage(sign));
  }

  #drawPile(scene: Scene, pile: number, stage: Stage): void {
    const cards = scene.piles[pile] ?? [];
    const points = place(scene.geometry, pile, cards);
    const first = firstVisible(scene.geometry.slots[pile], cards);
    const backs: Figure[] = [];
    cards.forEach((card, index) => {
      if (card === "" && index < first) return;
      const point = points[index];
      if (!point) return;
      const figure =
        card === ""
          ? this.#back(pile, backs.length, point, stage)
          : this.#card(card, this.#turnsAt(scene, { pile, index }) ? point : null, stage);
      if (card === "") backs.push(figure);
      figure.pile = pile;
      figure.index = index;
      this.#dress(scene, figure, card, cards.length);
      stage.targets.set(figure, { point, z: index });
    });
    for (const spare of (this.#backs[pile] ?? []).slice(backs.length)) spare.element.remove();
    this.#backs[pile] = backs;
  }

  #back(pile: number, nth: number, point: Point, stage: Stage): Figure {
    const known = this.#backs[pile]?.[nth];
    if (known) return known;
    const figure = this.#create("");
    stage.put(figure, point);
    return figure;
  }

  /** A card that nobody has seen comes from the stock, or is turned where it lies. */
  #card(card: string, turnedAt: Point | null, stage: Stage): Figure {
    const known = this.#cards.get(card);
    if (known) return known;
    const figure = this.#create(card);
    this.#cards.set(card, figure);
    if (turnedAt) stage.put(figure, turnedAt);
    else stage.arriving.add(figure);
    return figure;
  }

  #turnsAt(scene: Scene, spot: Spot): boolean {
    const fan = scene.geometry.slots[spot.pile]?.fan ?? false;
    return fan && (this.#backs[spot.pile] ?? []).some((back) => back.index === spot.index);
  }

  #create(card: string): Figure {
    const element = make("div", {
      class: "card",
      role: "button",
      tabindex: "-1",
      "data-face": face(card),
    });
    if (card !== "") element.setAttribute("data-card", card);
    this.#board.append(element);
    return {
      element,
      x: Number.NaN,
      y: Number.NaN,
      z: -1,
      pile: -1,
      index: -1,
    };
  }

  /** Everything about a card but its place. */
  #dress(scene: Scene, figure: Figure, card: string, count: number): void {
    const spec = scene.layout.piles[figure.pile];
    if (!spec) return;
    const { element, pile, index } = figure;
    const top = index === count - 1;
    const movable = index >= count - scene.movable(pile);
    const destination = top && scene.destinations.has(pile);
    const selected = scene.selected.has(card);
    const hinted = scene.hinted.has(card);
    const buried = card !== "" && !spec.fan && index < count - 2;
    const tone = cardTone(scene.notes, pile, index);
    const name = withMarks(
      card === "" && spec.kind === "stock"
        ? stockName(spec, count, scene.canDeal)
        : cardName({ card, pile: spec, position: index + 1, count, movable, destination }),
      tone,
      top ? pileTone(scene.notes, pile) : "",
    );
    setAttribute(element, "data-pile", spec.name);
    for (const [fact, on] of Object.entries({ buried, movable, destination, selected, hinted }))
      mark(element, `data-${fact}`, on);
    setAttribute(element, "data-mark", tone || null);
    setAttribute(element, "aria-pressed", selected ? "true" : null);
    setAttribute(element, "aria-hidden", spec.fan || top ? null : "true");
    setAttribute(element, "aria-label", name);
  }

  /** Cards that left the table face up go back to the stock, and then out of the page. */
  #dismiss(scene: Scene, stage: Stage, motion: Motion): void {
    const slot = scene.geometry.slots[firstOf(scene.layout, "stock")];
    stage.source = slot;
    for (const [card, figure] of this.#cards) {
      if (stage.present.has(card)) continue;
      this.#cards.delete(card);
      const stays = motion.duration === 0 || this.#turnsAt(scene, figure);
      if (stays || !slot) figure.element.remove();
      else this.#sendAway(figure, slot, stage);
    }
  }

  #sendAway(figure: Figure, slot: Point, stage: Stage): void {
    const { element } = figure;
    for (const name of [...element.getAttributeNames()]) {
      if (name.startsWith("data-") || name === "aria-label") element.removeAttribute(name);
    }
    element.dataset.face = "";
    element.dataset.leaving = "";
    element.setAttribute("aria-hidden", "true");
    this.#leaving.add(figure);
    stage.targets.set(figure, { point: slot, z: 0 });
  }

  #perform(stage: Stage, motion: Motion): void {
    const animated = motion.duration > 0;
    if (animated) this.#bringOn(stage);
    const ripple = Math.min(motion.ripple, (2 * motion.duration) / stage.arriving.size);
    let moved = 0;
    for (const [figure, { point, z }] of stage.targets) {
      const rests = figure.x === point.x && figure.y === point.y;
      if (rests && figure.z < IN_FLIGHT) this.#raise(figure, z);
      if (rests) continue;
      const delay = animated && stage.arriving.has(figure) ? moved * ripple : 0;
      this.#moveTo(figure, point, animated ? IN_FLIGHT + z + moved : z, delay);
      moved += 1;
    }
    if (!animated) this.#settle();
    else if (moved > 0) this.#settleAfter(motion.duration + moved * ripple);
  }

  #settleAfter(flight: number): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), flight + 60);
  }

  /** New cards start from the stock, without a transition, before anything moves. */
  #bringOn(stage: Stage): void {
    const { source } = stage;
    if (!source || stage.arriving.size === 0) return;
    for (const figure of stage.arriving) {
      shift(figure.element, source);
    }
    void this.#board.offsetWidth;
  }

  #moveTo(figure: Figure, point: Point, z: number, delay: number): void {
    figure.x = point.x;
    figure.y = point.y;
    const { style } = figure.element;
    style.transitionDelay = delay > 0 ? `${delay}ms` : "";
    this.#raise(figure, z);
    if (this.#held.has(figure.element.dataset.card ?? "")) this.#follow(figure);
    else shift(figure.element, point);
  }

  #follow(figure: Figure): void {
    const { x, y } = this.#heldBy;
    mark(figure.element, "data-held", true);
    this.#raise(figure, HELD + figure.index);
    shift(figure.element, { x: figure.x + x, y: figure.y + y });
  }

  #raise(figure: Figure, z: number): void {
    if (figure.z === z) return;
    figure.z = z;
    figure.element.style.zIndex = String(z);
  }

  /** After a flight: cards lie in their piles' order again, and those that left are gone. */
  #settle(): void {
    clearTimeout(this.#settling);
    for (const figure of this.#leaving) figure.element.remove();
    this.#leaving.clear();
    for (const figure of this.#cards.values()) {
      if (figure.z >= IN_FLIGHT) this.#raise(figure, figure.index);
    }
  }

  get #figures(): Figure[] {
    return [...this.#cards.values(), ...this.#backs.flat()];
  }

  #moveTabStop(cursor: Spot): void {
    const element = this.element(cursor) ?? null;
    if (element === this.#tabStop) return;
    this.#tabStop?.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
    this.#tabStop = element;
  }
}

function shift(element: HTMLElement, { x, y }: Point): void {
  element.style.transform = `translate(${x}px,${y}px)`;
}

/** What one drawing is about to do. */
class Stage {
  readonly present = new Set<string>();
  readonly arriving = new Set<Figure>();
  readonly targets = new Map<Figure, { point: Point; z: number }>();
  source: Point | undefined;

  put(figure: Figure, point: Point): void {
    figure.x = point.x;
    figure.y = point.y;
    shift(figure.element, point);
  }
}

/** Everything that the drawing of one pile depends on, but for the marks. */
function looksOf(scene: Scene, pile: number, cards: Pile): string {
  const spec = scene.layout.piles[pile];
  const pick = (chosen: ReadonlySet<string>): string =>
    cards.filter((card) => chosen.has(card)).join();
  return [
    cards.join(),
    scene.movable(pile),
    scene.destinations.has(pile),
    pick(scene.selected),
    pick(scene.hinted),
    spec?.kind === "stock" && scene.canDeal,
    scene.state.signs?.[pile],
    spec && scene.state.shut?.includes(spec.name),
  ].join("|");
}

function signOf(scene: Scene, pile: number, empty: boolean): string {
  if (!empty) return "";
  if (scene.layout.piles[pile]?.kind === "stock") return scene.canDeal ? "redeal" : "none";
  return scene.state.signs?.[pile] ?? "";
}
