// @vitest-environment node
// No type is asserted over data from the server: what it sends has the types of its own description.
import { expect, it } from "vitest";
import { assertionsOf, files, nodesOf, textOf } from "./helpers/sources";

/** What the browser's own types leave open, such as the target of an event. */
const OF_THE_BROWSER = new Set(["Element", "HTMLElement", "PointerEvent", "KeyboardEvent"]);

it("asserts types only over things of the browser", () => {
  const found = files().flatMap((file) =>
    assertionsOf(file)
      .filter((type) => !OF_THE_BROWSER.has(type))
      .map((type) => `${file}: as ${type}`),
  );
  expect(found).toEqual([]);
});

it("lets no value be anything", () => {
  const found = files().filter((file) => [...nodesOf(file)].some(({ type }) => type === "TSAnyKeyword"));
  expect(found).toEqual([]);
});

it("reads JSON in one place, where its type is said", () => {
  const found = files().filter((file) => textOf(file).includes("JSON.parse("));
  expect(found).toEqual(["api/json.ts"]);
});
