import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const made = join(here, "..", "solitaire_widget", "static");
const flags = new Set(process.argv.slice(2));

/** The version of the Python package, so that the page can tell when it is older or newer. */
function release() {
  if (process.env.SOLITAIRE_RELEASE) return process.env.SOLITAIRE_RELEASE;
  try {
    const project = readFileSync(join(here, "..", "pyproject.toml"), "utf8");
    return /^version\s*=\s*"([^"]+)"/m.exec(project)?.[1] ?? "";
  } catch {
    return "";
  }
}

/** Style sheets travel inside the bundle as minified text. */
const styleAsText = {
  name: "style-as-text",
  setup(builder) {
    builder.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = readFileSync(path, "utf8");
      const { code } = await transform(source, { loader: "css", minify: true });
      const text = code.trim().replace(/(--[\w-]+): /g, "$1:");
      return { contents: withShortProperties(text), loader: "text", watchFiles: [path] };
    });
  },
};

const style = readFileSync(join(here, "src", "style.css"), "utf8");
const properties = [...new Set(style.match(/--sw-[a-z-]+/g))];

/** Custom properties with names of one letter, in the style sheet as in the modules that set them. */
const withShortProperties = (text) =>
  text.replace(/--sw-[a-z-]+/g, (name) => {
    const place = properties.indexOf(name);
    return place < 0 ? name : `--sw-${String.fromCharCode(97 + place)}`;
  });

const propertiesInModules = {
  name: "short-properties-in-modules",
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: withShortProperties(readFileSync(path, "utf8")),
      loader: "ts",
    }));
  },
};

const shared = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  define: { RELEASE: JSON.stringify(release()) },
  plugins: [styleAsText, propertiesInModules],
};

/**
 * Our own words for members, which the build may shorten: none is in a message, a trait, an attribute or a
 * browser's object that we use. The bundle travels with every widget.
 */
const OWN_WORDS = `
  ahead answered arrive arriving back base board canDeal cancel cardHeight cardWidth
  cardsThatCanGo carry catchUp celebrate closePanel command confirmed connectionChanged count
  cursor dragging draw drop duration effect element enable ending expand
  expect faceSize facts field focusCursor forget forgetQueue fourColours frame geometry hair heard
  hold hush inOrder index inert inks largeIndices layout leaveField legal lift lines lostDrag
  maxCardWidth mayLift message movesOf nextId notes over packStyle panels paper path
  pile places point pointer position present raises receive reconciler redoSteps redraw resetDeal
  reversed ripple robe room root row runQueue sayGone selectedCards selection settle showDeal
  showMessage skin slots source space spot spotAt spotOf start startOn stop targets tell toolbar
  typedDeal undoSteps waiting warn
`;

/** These first, in this order: so more of what is alike lies within the 32 kB that gzip looks back. */
const FIRST =
  "style.css art/courts.ts icons.ts art/sheet.ts theme.ts notes.ts options.ts reconcile.ts";
const imports = FIRST.replace(/\S+/g, 'import "./src/$&";');

const page = {
  ...shared,
  stdin: {
    contents: `${imports} export { default } from "./src/widget.ts";`,
    resolveDir: here,
  },
  outfile: join(made, "widget.js"),
  minify: true,
  mangleProps: new RegExp(`^(${OWN_WORDS.trim().split(/\s+/).join("|")})$`),
};

const tests = {
  ...shared,
  stdin: {
    contents: readdirSync(join(here, "tests"))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `import "./tests/${name}";`)
      .join("\n"),
    resolveDir: here,
  },
  outfile: join("build", "tests.mjs"),
  platform: "node",
  sourcemap: "inline",
};

/** What the page draws with, for the pictures that Python draws: run from the page's own modules. */
async function writeArt() {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: ["src/art/export.ts"],
    plugins: [],
    loader: { ".css": "text" },
    platform: "node",
    write: false,
  });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  const { default: art } = await import(`data:text/javascript;base64,${source}`);
  writeFileSync(join(made, "art.json"), `${JSON.stringify(art)}\n`);
}

mkdirSync(made, { recursive: true });
if (flags.has("--tests")) await build(tests);
else if (flags.has("--watch")) await (await context(page)).watch();
else {
  await build(page);
  await writeArt();
}
