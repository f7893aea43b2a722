import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

/** Without interfaces that never leave the page. */
const shared = read("src/types.ts").replace(/export interface (Spot|Model) \{[^}]*\}/g, "");

test("the build shortens no word that Python and the page share", () => {
  const words = /OWN_WORDS = `([^`]*)`/.exec(read("build.mjs"))?.[1]?.trim().split(/\s+/) ?? [];
  assert.ok(words.length > 50);
  const members = [...shared.matchAll(/\b(\w+)\??:|"(\w+)"/g)].map(
    ([, name, value]) => name ?? value,
  );
  for (const word of ["can_move", "resumable", "destinations"]) assert.ok(members.includes(word));
  assert.deepEqual(
    words.filter((word) => members.includes(word)),
    [],
  );
});

test("the page sets no custom property that the style sheet does not know", () => {
  const css = read("src/style.css");
  const set = ["draw", "table"].flatMap(
    (module) => read(`src/${module}.ts`).match(/--sw-[a-z-]+/g) ?? [],
  );
  assert.ok(set.length >= 5);
  for (const name of set) assert.ok(css.includes(`var(${name}`), name);
});
