import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig } from "vitest/config";

/** Every page is an HTML file beside this one; a new one is found by itself. */
const pages = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".html"));

const TEXT = /\.(html|js|css|json|svg)$/;

const WORDS = join(import.meta.dirname, "../src/croupier/words");
const AREAS = ["alerts", "pages", "refusals", "terms"];
const WANTED = /^virtual:words(?:\/(\w+))?$/;

/** The languages of the house, each a folder of catalogues, which a page loads as one file. */
function words() {
  const read = (id, area) => JSON.parse(readFileSync(join(WORDS, id, `${area}.json`), "utf8"));
  const written = (value) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
  return {
    name: "words",
    resolveId: (id) => (WANTED.test(id) ? `\0${id}` : null),
    load(id) {
      const found = WANTED.exec(id.replace("\0", ""));
      if (!found) return null;
      if (found[1]) {
        // What a language lacks is told in English.
        const all = AREAS.map((area) => [area, { ...read("en", area), ...read(found[1], area) }]);
        return `export default ${written(Object.fromEntries(all))};`;
      }
      const ids = readdirSync(WORDS).filter((name) => !/\W|^__/.test(name));
      const each = ids.map((id) => [id, read(id, "language")]);
      const loads = ids.map((id) => `${id}: () => import("virtual:words/${id}"),`);
      return `export const OWN = ${JSON.stringify(Object.fromEntries(each))};
        export const CATALOGUES = { ${loads.join("")} };`;
    },
  };
}

/** Beside each text its compressed forms, which the house sends as they are. */
function packed() {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true })) {
        if (!TEXT.test(name)) continue;
        const content = readFileSync(join(folder, name));
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: quality }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  base: "/",
  publicDir: "public",
  plugins: [words(), packed()],
  build: {
    // Under a strict content policy nothing may lie within something else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      input: pages,
      output: {
        codeSplitting: {
          groups: [
            // What every page needs, and what every page with a felt or a wheel needs.
            { name: "shared", test: /node_modules\/(?!lean-qr)|src\/(lib|parts)\// },
            { name: "felt", test: /src\/(felt|wheel)\// },
            { name: "console", test: /src\/console\// },
          ],
        },
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
