/** What a notebook loads. There is nothing to do once for all views, so there is no initialize. */

import { Table } from "./table.ts";
import type { Model } from "./types.ts";

interface RenderProps {
  readonly model: Model;
  readonly el: HTMLElement;
  /** Older hosts give none; they call the function that render returns. */
  readonly signal?: AbortSignal;
}

function render({ model, el, signal }: RenderProps): () => void {
  const table = new Table(model, el);
  const stop = (): void => table.stop();
  signal?.addEventListener("abort", stop, { once: true });
  return stop;
}

export default { render };
