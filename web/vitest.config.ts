// The unit tests of the page: built like the page, run without a browser.
import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

export default defineConfig((env) =>
  mergeConfig(page(env), {
    test: {
      environment: "happy-dom",
      pool: "vmThreads",
      testTimeout: 60_000,
      include: ["tests/**/*.test.ts"],
    },
  }),
);
