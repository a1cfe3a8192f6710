// What is read out of something that can be chosen and shows words of its own.
import { expect, it } from "vitest";
import { spoken } from "../../src/components/choosable";

it.each([
  ["Observe Leo", "", "Observe Leo"],
  ["Observe Leo", "Leo", "Observe Leo"],
  ["Give up Circe", "Circe 5 steps", "Give up Circe 5 steps"],
  ["Play Sign of Fire", "Sign of Fire Place a token", "Play Sign of Fire Place a token"],
  ["Draw from the deck", "Deck 52", "Draw from the Deck 52"],
  ["Take Cancer", "Can", "Take Cancer, Can"],
  ["Sail to Malta", "2 steps", "Sail to Malta, 2 steps"],
])("%s, which shows %s", (label, shown, read) => {
  expect(spoken(label, shown)).toBe(read);
});
