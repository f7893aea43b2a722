/** Light or dark, as the host has it: Jupyter, VS Code, Colab, marimo, or the reader's own setting. */

import type { Scheme } from "./art/sheet.ts";
import type { Options } from "./types.ts";

const BACKGROUNDS = ["--jp-layout-color0", "--vscode-editor-background"];

export function schemeFor(theme: Options["theme"], probe: HTMLElement): Scheme {
  return theme === "host" ? hostScheme(probe) : theme;
}

function hostScheme(probe: HTMLElement): Scheme {
  return declared() ?? painted(probe) ?? preferred();
}

function declared(): Scheme | null {
  const { body, documentElement: root } = document;
  const jupyter = body.getAttribute("data-jp-theme-light");
  if (jupyter !== null) return jupyter === "false" ? "dark" : "light";
  const words = `${root.className} ${body.className} ${root.getAttribute("theme")} ${root.dataset.theme} ${body.dataset.theme}`;
  if (/high-contrast(?!-light)/.test(words)) return "contrast";
  if (/\b(dark|vscode-dark|dark-theme)\b/.test(words)) return "dark";
  return /\b(light|vscode-light|light-theme)\b/.test(words) ? "light" : null;
}

/** Where a host only gives colours, the brightness of its paper decides. */
function painted(probe: HTMLElement): Scheme | null {
  for (const name of BACKGROUNDS) {
    if (getComputedStyle(probe).getPropertyValue(name).trim() === "") continue;
    probe.style.color = `var(${name})`;
    const channels =
      getComputedStyle(probe)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    probe.style.color = "";
    const [red = 255, green = 255, blue = 255] = channels;
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
  }
  return null;
}

const preferred = (): Scheme =>
  matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

/** Calls back when the host may have changed its mind. */
export function watchTheme(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(changed);
  const attributes = {
    attributeFilter: ["class", "style", "theme", "data-theme", "data-jp-theme-light"],
  };
  observer.observe(document.documentElement, attributes);
  observer.observe(document.body, attributes);
  signal.addEventListener("abort", () => observer.disconnect());
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", changed, { signal });
  }
}

export const wantsStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
