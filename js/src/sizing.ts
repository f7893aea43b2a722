/** How much room there is for the board, and noticing when that changes. */

import type { Frame } from "./frame.ts";
import type { Space } from "./layout.ts";

const FALLBACK_WIDTH = 640;
const FLUTTER = 250;
/** Tools above and lines below, at most. */
const AROUND_BOARD = 165;

export class Sizing {
  #width = 0;
  #before = 0;
  #changedAt = 0;

  readonly #frame: Frame;
  readonly #changed: () => void;

  constructor(frame: Frame, host: HTMLElement, changed: () => void, signal: AbortSignal) {
    this.#frame = frame;
    this.#changed = changed;
    const observer = new ResizeObserver(() => this.#measure());
    observer.observe(host);
    signal.addEventListener("abort", () => observer.disconnect());
    document.addEventListener("fullscreenchange", this.#changed, { signal });
    this.#width = this.#frame.board.clientWidth || FALLBACK_WIDTH;
    this.#dress();
  }

  get fullscreen(): boolean {
    const { root } = this.#frame;
    return (root.getRootNode() as ShadowRoot).fullscreenElement === root;
  }

  space(largeIndices: boolean): Space {
    const { fullscreen } = this;
    return {
      width: this.#width,
      height: fullscreen ? Math.max(innerHeight - AROUND_BOARD, 300) : comfortableHeight(),
      maxCardWidth: fullscreen ? 150 : 100,
      largeIndices,
    };
  }

  /** A scroll bar that comes and goes with our own height must not make us flutter between two sizes. */
  #measure(): void {
    const width = this.#frame.board.clientWidth;
    if (width === 0 || width === this.#width) return;
    const now = performance.now();
    if (width === this.#before && width > this.#width && now - this.#changedAt < FLUTTER) return;
    this.#before = this.#width;
    this.#changedAt = now;
    this.#width = width;
    this.#dress();
    this.#changed();
  }

  #dress(): void {
    const size = this.#width < 560 ? "narrow" : this.#width < 960 ? "medium" : "wide";
    this.#frame.root.dataset.size = size;
  }
}

/** From the screen and not from the window: in some hosts the window is as high as we are. */
const comfortableHeight = (): number => Math.min(Math.max(screen.availHeight * 0.72, 540), 760);
