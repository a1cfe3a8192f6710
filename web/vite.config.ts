// How the page is built: into the Python package, from where the server hands it out, or as a site of files alone.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { coast } from "./build/coast.ts";
import { components } from "./build/components.ts";
import { figures } from "./build/figures.ts";
import { fonts } from "./build/fonts.ts";
import { rulebooks } from "./build/rulebooks.ts";
import { seaMap } from "./build/seaMap.ts";
import { messages } from "./build/messages.ts";
import { plainScript } from "./build/plainScript.ts";

const PARSER = "@formatjs/icu-messageformat-parser";
const server = process.env.PARAPEGMA_SERVER ?? "http://127.0.0.1:8017";

/** The Python that browsers load (build/python), if it has been made. */
const PYTHON = fileURLToPath(new URL("./.python/python.json", import.meta.url));
const python = existsSync(PYTHON) ? readFileSync(PYTHON, "utf-8") : "null";

/** Files alone, for any web host (`make site`), or the page that the server hands out. */
const folders = { site: "../site", page: "../src/parapegma/page" };

export default defineConfig(({ mode }) => ({
  // A site may lie in any folder of a host, so all its addresses are relative.
  base: mode === "site" ? "./" : "/",
  define: { __PYTHON__: process.env.VITEST ? "null" : python },
  plugins: [messages(), rulebooks(), figures(), components(), coast(), seaMap(), plainScript("sw"), svelte()],
  // Messages are compiled here, so browsers need no parser for them.
  resolve: process.env.VITEST
    ? { conditions: ["browser"] }
    : { alias: { [PARSER]: `${PARSER}/no-parser.js` } },
  css: { postcss: fonts },
  build: {
    outDir: fileURLToPath(new URL(mode === "site" ? folders.site : folders.page, import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // Browsers are told to run and show nothing but our own files, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        page: "index.html",
        sw: mode === "site" ? "src/worker/siteWorker.ts" : "src/worker/worker.ts",
      },
      output: {
        // A service worker answers for the folder it lies in, so it lies at the top and keeps its name.
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
}));
