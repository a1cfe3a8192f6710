// @vitest-environment node
// Unit tests lie where what they test lies: tests/table/draft.test.ts is about src/table/draft.svelte.ts.
import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SOURCES } from "./helpers/sources";

const TESTS = fileURLToPath(new URL(".", import.meta.url));
const found = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".test.ts"));

it("keeps the tests of a folder in a folder of the same name", () => {
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((file) => !existsSync(`${SOURCES}/${dirname(file)}`))).toEqual([]);
});
