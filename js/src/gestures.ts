/** Pointer, mouse and finger: taps, double taps and drags. Knows spots and units, no cards and no rules. */

import type { Point } from "./layout.ts";
import type { Spot } from "./types.ts";

export interface GestureTable {
  spotAt(point: Point): Spot | null;
  spotOf(target: EventTarget | undefined): Spot | null;
  mayLift(spot: Spot): boolean;
  tap(spot: Spot | null, twice: boolean): void;
  lift(spot: Spot): void;
  carry(by: Point): void;
  drop(by: Point): void;
  letGo(): void;
}

interface Touch {
  readonly pointer: number;
  readonly start: Point;
  readonly spot: Spot | null;
  dragging: boolean;
}

const DOUBLE_TAP = 350;
const SLACK: Record<string, number> = { mouse: 4, pen: 6, touch: 9 };

export class Gestures {
  #touch: Touch | null = null;
  #lastTap: { spot: Spot; time: number } | null = null;
  /** A click that follows a tap is the same tap; a lone click comes from assistive technology. */
  #tapped = false;

  readonly #board: HTMLElement;
  readonly #table: GestureTable;

  constructor(board: HTMLElement, table: GestureTable, signal: AbortSignal) {
    this.#board = board;
    this.#table = table;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ): void => board.addEventListener(name, listener, { signal });
    on("pointerdown", this.#down);
    on("pointermove", this.#move);
    on("pointerup", this.#up);
    on("pointercancel", this.#cancelled);
    // A finger first belongs to the card that it touched; only the board's own loss ends the drag.
    on("lostpointercapture", (event) => {
      if (event.target === board) this.#cancelled(event);
    });
    on("click", this.#click);
    on("dragstart", (event) => event.preventDefault());
  }

  get dragging(): boolean {
    return this.#touch?.dragging ?? false;
  }

  /** Ends a drag without a drop: Escape, or a state that took the cards away. */
  cancel(): void {
    const touch = this.#touch;
    this.#touch = null;
    if (!touch?.dragging) return;
    // The mouse button is still down: the click that comes of letting it go is no tap.
    this.#tapped = true;
    this.#release(touch);
    this.#table.letGo();
  }

  readonly #down = (event: PointerEvent): void => {
    this.#tapped = false;
    if (this.#touch || !event.isPrimary || event.button !== 0) return;
    const start = this.#pointOf(event);
    const spot = this.#table.spotAt(start);
    this.#touch = { pointer: event.pointerId, start, spot, dragging: false };
  };

  readonly #move = (event: PointerEvent): void => {
    const touch = this.#touch;
    if (touch?.pointer !== event.pointerId) return;
    const by = this.#distance(touch, event);
    if (!touch.dragging && !this.#startsDrag(touch, by, event)) return;
    this.#table.carry(by);
  };

  #startsDrag(touch: Touch, by: Point, event: PointerEvent): boolean {
    const slack = SLACK[event.pointerType] ?? 5;
    if (!touch.spot || Math.hypot(by.x, by.y) < slack || !this.#table.mayLift(touch.spot))
      return false;
    touch.dragging = true;
    this.#lastTap = null;
    this.#board.setPointerCapture(event.pointerId);
    this.#table.lift(touch.spot);
    return true;
  }

  readonly #up = (event: PointerEvent): void => {
    const touch = this.#touch;
    if (touch?.pointer !== event.pointerId) return;
    this.#touch = null;
    this.#tapped = true;
    const by = this.#distance(touch, event);
    if (touch.dragging) {
      this.#release(touch);
      this.#table.drop(by);
    } else if (Math.hypot(by.x, by.y) < 2 * (SLACK[event.pointerType] ?? 5)) {
      this.#tap(touch.spot, event.timeStamp);
    }
  };

  readonly #cancelled = (event: PointerEvent): void => {
    if (this.#touch?.pointer === event.pointerId) this.cancel();
  };

  readonly #click = (event: MouseEvent): void => {
    if (this.#tapped) {
      this.#tapped = false;
      return;
    }
    const spot = this.#table.spotOf(event.composedPath()[0]);
    if (spot) this.#table.tap(spot, false);
  };

  #tap(spot: Spot | null, time: number): void {
    const lastTap = this.#lastTap;
    const twice =
      spot !== null &&
      lastTap !== null &&
      time - lastTap.time < DOUBLE_TAP &&
      lastTap.spot.pile === spot.pile &&
      lastTap.spot.index === spot.index;
    this.#lastTap = spot && !twice ? { spot, time } : null;
    this.#table.tap(spot, twice);
  }

  #release(touch: Touch): void {
    if (this.#board.hasPointerCapture(touch.pointer))
      this.#board.releasePointerCapture(touch.pointer);
  }

  #distance(touch: Touch, event: PointerEvent): Point {
    const now = this.#pointOf(event);
    return { x: now.x - touch.start.x, y: now.y - touch.start.y };
  }

  /** In the board's own pixels, whatever zoom a host lays over it. */
  #pointOf(event: MouseEvent): Point {
    const box = this.#board.getBoundingClientRect();
    const scale = box.width > 0 ? this.#board.offsetWidth / box.width : 1;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }
}
