// Whom "Play now" is against: remembered for each game, and never what cannot be.
import { beforeEach, describe, expect, it } from "vitest";
import { opponentCounts, opponentsOf, rememberLevel, rememberOpponents } from "../../src/home/opponents";

const GAME = { name: "one", fewest: 1, most: 4, default_players: 3 };
const LEVELS = ["novice", "adept", "master"];

beforeEach(() => localStorage.clear());

describe("opponents", () => {
  it("are as many as the game usually has, and beginners, until others are chosen", () => {
    expect(opponentsOf(GAME, LEVELS)).toEqual({ count: 2, level: "novice" });
    expect(opponentCounts(GAME)).toEqual([0, 1, 2, 3]);
  });

  it("are remembered for each game by itself", () => {
    rememberOpponents("one", { count: 1, level: "master" });
    rememberOpponents("two", { count: 3, level: "adept" });
    expect(opponentsOf(GAME, LEVELS)).toEqual({ count: 1, level: "master" });
    expect(opponentsOf({ ...GAME, name: "two" }, LEVELS)).toEqual({ count: 3, level: "adept" });
  });

  it("are as strong in another game as they were in the last", () => {
    rememberLevel("adept");
    expect(opponentsOf(GAME, LEVELS).level).toBe("adept");
  });

  it("are none that the game or the server no longer has", () => {
    rememberOpponents("one", { count: 6, level: "oracle" });
    expect(opponentsOf(GAME, LEVELS)).toEqual({ count: 2, level: "novice" });
  });

  it("are the usual ones where the browser's memory is broken", () => {
    localStorage.setItem("parapegma.opponents", "{");
    expect(opponentsOf(GAME, LEVELS).count).toBe(2);
  });
});
