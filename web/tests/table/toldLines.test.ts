// What a line of the log says, and whom it calls "you".
import { beforeAll, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../src/messages/messages.svelte";
import type { Scene } from "../../src/games/gameUi";
import { toldLines } from "../../src/table/toldLines";
import { event, GAME_UI, TABLE } from "../helpers/examples";

/** A table at which the reader holds both seats, seen through one of them. */
function through(seat: number | null): Scene {
  const seats = TABLE.seats.map((each) => ({ ...each, mine: true }));
  const scene: Pick<Scene, "seat" | "seats" | "name"> = {
    seat,
    seats,
    name: (asked) => (asked === seat ? "You" : seats[asked]!.name),
  };
  // Only what a line of the log reads of a scene.
  return scene as Scene;
}

function said(seat: number | null): string {
  const undone = event(7, "undone", { seat: 0, data: {} });
  const [line] = toldLines({ event: undone, first: 7, lines: [] }, GAME_UI, through(seat));
  return line!.parts.map(({ words }) => words).join("");
}

beforeAll(() => chooseLanguage("en"));

describe("a line of the log", () => {
  it("says you of the seat that is looked through, and of no other that the reader holds", () => {
    expect(said(0)).toMatch(/^You took back/);
    expect(said(1)).toMatch(/^P0 took back/);
    expect(said(null)).toMatch(/^P0 took back/);
  });
});
