// How the page is built: into the Python package, from where the server hands it out.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { coast } from "./build/coast.ts";
import { components } from "./build/components.ts";
import { figures } from "./build/figures.ts";
import { rulebooks } from "./build/rulebooks.ts";
import { seaMap } from "./build/seaMap.ts";
import { messages } from "./build/messages.ts";

const PARSER = "@formatjs/icu-messageformat-parser";
const server = process.env.PARAPEGMA_SERVER ?? "http://127.0.0.1:8017";

export default defineConfig({
  plugins: [messages(), rulebooks(), figures(), components(), coast(), seaMap(), svelte()],
  // Messages are compiled here, so browsers need no parser for them.
  resolve: process.env.VITEST
    ? { conditions: ["browser"] }
    : { alias: { [PARSER]: `${PARSER}/no-parser.js` } },
  test: { environment: "happy-dom", pool: "vmThreads", testTimeout: 60_000, include: ["tests/**/*.test.ts"] },
  build: {
    outDir: fileURLToPath(new URL("../src/parapegma/page", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // Browsers are told to run and show nothing but our own files, so nothing is put inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { page: "index.html", sw: "src/worker/worker.ts" },
      output: {
        // A service worker answers for the folder it lies in, so it lies at the top and keeps its name.
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
});
