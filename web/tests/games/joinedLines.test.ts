// Lines of the log that are one: payments, cards for one side, stones that come back.
import { beforeAll, expect, it } from "vitest";
import { joinedWords as pacalWords } from "../../src/games/pacal/logWords";
import { joinedWords as ulyssesWords } from "../../src/games/ulysses/logWords";
import type { LogEntry as PacalEntry, Scene as PacalScene } from "../../src/games/pacal/types";
import type { LogEntry, Scene } from "../../src/games/ulysses/types";
import { chooseLanguage, useArea } from "../../src/messages/messages.svelte";

beforeAll(async () => {
  await chooseLanguage("en");
  await useArea("ulysses");
  await useArea("pacal");
});

const scene = { name: () => "Theon", mine: [], view: {}, seat: 0 } as unknown as Scene & PacalScene;
const added = (faction: string, cards: object): LogEntry =>
  ({ kind: "added", seat: 1, words: "", faction, cards }) as unknown as LogEntry;
const back = (cell: string, stones: number): PacalEntry => ({
  kind: "returned",
  seat: 1,
  words: "",
  cell,
  stones,
});

it("cards that are added for one side one after the other are one line", () => {
  const all = [
    added("black", { challenge: 1 }),
    added("black", { zeus: 1 }),
    added("black", { challenge: 1 }),
  ];
  expect(ulyssesWords(all, scene)).toBe("Theon adds 2 challenges and 1 Zeus for black.");
});

it("cards for two sides are not", () => {
  expect(ulyssesWords([added("black", { challenge: 1 }), added("red", { challenge: 1 })], scene)).toBeNull();
});

it("cards that are paid and cards that are added are not", () => {
  const paid = { kind: "paid", seat: 1, words: "", cards: { wind: 1 } } as unknown as LogEntry;
  expect(ulyssesWords([paid, paid], scene)).toBe("Theon pays 2 winds.");
  expect(ulyssesWords([paid, added("red", { challenge: 1 })], scene)).toBeNull();
});

it("stones that come back from several places are one line", () => {
  const words = pacalWords([back("A8", 1), back("D8", 2), back("A11", 1)], scene);
  expect(words).toBe("Theon gets 4 stones back from A8, D8, and A11.");
});
