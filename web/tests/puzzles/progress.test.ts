// Streaks of days, what a first try leaves, and which puzzle comes next.
import { beforeEach, expect, test } from "vitest";
import { nextOf } from "../../src/puzzles/next";
import { keepResult, stateOf, streak, streakOf } from "../../src/puzzles/progress.svelte";

beforeEach(() => localStorage.clear());

const listed = (...names: string[]) =>
  names.map((name) => ({ name, difficulty: 1, players: 2, progress: 0.5 }));

test("a streak goes back from today, or from yesterday while today's puzzle is open", () => {
  const days = ["2026-10-30", "2026-10-31", "2026-11-01"];
  expect(streakOf(days, "2026-11-01")).toBe(3);
  expect(streakOf(days, "2026-11-02")).toBe(3);
  expect(streakOf(days, "2026-11-03")).toBe(0);
  expect(streakOf([], "2026-11-03")).toBe(0);
  expect(streakOf(["2026-11-01", "2026-11-03"], "2026-11-03")).toBe(1);
});

test("only the first result of a puzzle counts", () => {
  expect(stateOf("a")).toBe("new");
  keepResult("a", 0, "2026-11-18");
  keepResult("a", 1, "2026-11-18");
  expect(stateOf("a")).toBe("failed");
  expect(streak("2026-11-18")).toBe(0);
  keepResult("b", 2, "2026-11-18");
  expect(stateOf("b")).toBe("solved");
  expect(streak("2026-11-18")).toBe(1);
});

test("the next puzzle is the next new one, round the end of the list", () => {
  const puzzles = listed("p", "q", "r");
  keepResult("q", 1, null);
  expect(nextOf(puzzles, "p")?.name).toBe("r");
  expect(nextOf(puzzles, "r")?.name).toBe("p");
  keepResult("p", 1, null);
  keepResult("r", 1, null);
  expect(nextOf(puzzles, "p")?.name).toBe("q");
  expect(nextOf(listed("p"), "p")).toBeNull();
});
