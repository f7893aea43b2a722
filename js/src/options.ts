/** The player's options: traits that the page may write as well. */

import type { Model, Options } from "./types.ts";

const DEFAULTS: Options = {
  theme: "host",
  felt: "green",
  card_back: "lattice",
  four_colours: false,
  large_indices: false,
  speed: "normal",
  assist: "destinations",
  confirm_leaving: true,
  badge: "off",
  autoplay: false,
};

export const OPTION_NAMES = Object.keys(DEFAULTS) as (keyof Options)[];

export function readOptions(model: Model): Options {
  const entries = OPTION_NAMES.map((name) => [name, model.get(name) ?? DEFAULTS[name]]);
  return Object.fromEntries(entries) as Options;
}

/** Without a kernel the choice still holds on this page. */
export function write(model: Model, name: string, value: unknown): void {
  try {
    model.set(name, value);
    model.save_changes();
  } catch {
    // The wire notices by itself that the kernel is gone, and says so.
  }
}

export const DURATIONS: Record<Options["speed"], number> = {
  off: 0,
  fast: 90,
  normal: 180,
  slow: 360,
};
