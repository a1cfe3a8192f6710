// Every reason of a puzzle in words, in all languages.
import { afterAll, describe, expect, it } from "vitest";
import type { PuzzleReason } from "../../src/api/types";
import { chooseLanguage, LANGUAGES, useArea } from "../../src/messages/messages.svelte";
import { reasonWords } from "../../src/puzzles/reasonWords";

const CODES: PuzzleReason["code"][] = [
  "wins",
  "ends",
  "gains",
  "stops",
  "denies",
  "closes",
  "prepares",
  "leads",
  "avoids",
  "spares",
  "grows",
  "limits",
  "enables",
  "hinders",
  "outlook",
];
const about = { game: "ophiuchus", iterations: 100_000, name: (seat: number) => `Teon ${seat}` };
const reason = (code: PuzzleReason["code"]): PuzzleReason => ({
  code,
  points: 0.64,
  seat: 1,
  source: "tokens",
  entries: [],
});

afterAll(() => chooseLanguage("en"));

describe.each(LANGUAGES)("reasons in %s", (language) => {
  it("are all different sentences", async () => {
    await chooseLanguage(language);
    await useArea("ophiuchus");
    const said = CODES.map((code) => reasonWords(reason(code), about));
    expect(new Set(said).size).toBe(CODES.length);
    expect(said.filter((words) => words.includes("puzzles.") || /[{}]/.test(words))).toEqual([]);
  });
});

it("says where points come from, in tenths, and who gets them", async () => {
  await chooseLanguage("en");
  expect(reasonWords(reason("limits"), about)).toBe(
    "Prize tokens: by the end about 0.6 points less for Teon 1.",
  );
});
