// Which puzzle comes after one: the next that is new, else simply the next.
import type { PuzzleSummary } from "../api/types";
import { stateOf } from "./progress.svelte";

export function nextOf(puzzles: readonly PuzzleSummary[], name: string): PuzzleSummary | null {
  const place = puzzles.findIndex((puzzle) => puzzle.name === name);
  const after = [...puzzles.slice(place + 1), ...puzzles.slice(0, Math.max(place, 0))];
  return after.find((puzzle) => stateOf(puzzle.name) === "new") ?? after[0] ?? null;
}
