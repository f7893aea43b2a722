import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
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
      return { contents: code.trim(), loader: "text", watchFiles: [path] };
    });
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
  plugins: [styleAsText],
};

const page = {
  ...shared,
  entryPoints: ["src/widget.ts"],
  outfile: join("..", "solitaire_widget", "static", "widget.js"),
  minify: true,
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

mkdirSync(join(here, "..", "solitaire_widget", "static"), { recursive: true });
if (flags.has("--tests")) await build(tests);
else if (flags.has("--watch")) await (await context(page)).watch();
else await build(page);
