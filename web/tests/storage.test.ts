// @vitest-environment node
// Browsers may forbid storage; one file knows what to do then.
import { expect, it } from "vitest";
import { files, textOf } from "./helpers/sources";

it("keeps small texts in one way only", () => {
  expect(files().filter((file) => /\b(local|session)Storage\b/.test(textOf(file)))).toEqual([
    "components/stored.ts",
  ]);
});
