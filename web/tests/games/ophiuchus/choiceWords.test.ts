// Squares of the sky in words, for someone who sees it.
import { beforeAll, expect, it } from "vitest";
import { seenWords } from "../../../src/games/ophiuchus/choiceWords";
import type { Action, Scene } from "../../../src/games/ophiuchus/types";
import { chooseLanguage, useArea } from "../../../src/messages/messages.svelte";

beforeAll(async () => {
  await chooseLanguage("en");
  await useArea("ophiuchus");
});

const scene = { view: { box: { west: -2, east: 3, north: -1, south: 4 } } } as unknown as Scene;
const at = (x: number, y: number): Action => ({ kind: "at", number: 0, notation: `at ${x},${y}`, x, y });

it.each([
  [at(-2, -1), "First half: column 1 of the sky, row 1"],
  [at(3, 4), "First half: column 6 of the sky, row 6"],
  [at(-3, 0), "First half: 1 left of the sky, row 2"],
  [at(5, -2), "First half: 2 right of the sky, 1 above it"],
  [at(0, 5), "First half: column 3 of the sky, 1 below it"],
])("counts from the edge of the sky: %o", (action, words) => {
  expect(seenWords(action, scene)).toBe(words);
});
