// @vitest-environment node
// Every game has the same files on the page; docs/page.md says what lives in each.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SOURCES } from "../helpers/sources";
import { GAMES } from "../../src/games/registry";

const FILES = [
  "Board.svelte",
  "BookDeck.svelte",
  "BookIcon.svelte",
  "Miniature.svelte",
  "SeatCard.svelte",
  "Tray.svelte",
  "choiceWords.ts",
  "colours.css",
  "gameUi.ts",
  "logWords.ts",
  "names.ts",
  "prompts.ts",
  "scoringWords.ts",
  "textView.ts",
  "types.ts",
];
/** What not every game needs. */
const OPTIONAL = ["Setup.svelte", "drafting.ts", "symbols.ts", "view.ts"];
const FOLDERS = ["logic", "parts"];

describe.each(GAMES)("the folder of %s", (game) => {
  const found = readdirSync(`${SOURCES}/games/${game}`, { withFileTypes: true });

  it("has the files of every game, and nothing else beside them", () => {
    const names = found.filter((each) => each.isFile()).map(({ name }) => name);
    expect(names.filter((name) => !OPTIONAL.includes(name)).sort()).toEqual([...FILES].sort());
  });

  it("keeps its components in parts, and what they reckon with in logic", () => {
    expect(
      found
        .filter((each) => each.isDirectory())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(FOLDERS);
    const inside = (folder: string): string[] => readdirSync(`${SOURCES}/games/${game}/${folder}`);
    expect(inside("parts").filter((name) => !name.endsWith(".svelte"))).toEqual([]);
    expect(inside("logic").filter((name) => !name.endsWith(".ts"))).toEqual([]);
  });
});
