import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Every page is an HTML file beside this one; a new one is found by itself. */
const pages = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".html"));

export default defineConfig({
  base: "/",
  publicDir: "public",
  build: {
    // Under a strict content policy nothing may lie within something else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rollupOptions: { input: pages },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
