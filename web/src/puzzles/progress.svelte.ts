// Which puzzles the reader has tried, and the days whose puzzle was solved: kept in this browser.
import { storedJson, storeJson } from "../components/stored";

const KEPT = "parapegma.puzzles";

export type Solved = "solved" | "failed" | "new";

interface Progress {
  /** By the name of the puzzle: the tries it took, or 0 if it was not found. */
  tried: Record<string, number>;
  /** Days whose puzzle was solved on the day, oldest first. */
  days: string[];
}

function kept(): Progress {
  const { tried = {}, days = [] } = storedJson<Partial<Progress>>(KEPT, {});
  return { tried, days };
}

let all = $state.raw(kept());

export function stateOf(name: string): Solved {
  const tries = all.tried[name];
  return tries === undefined ? "new" : tries > 0 ? "solved" : "failed";
}

/** How a puzzle went. The first time counts: whoever has seen the answer cannot find it any more. */
export function keepResult(name: string, tries: number, day: string | null): void {
  all = kept();
  if (name in all.tried) return;
  const days = day && tries > 0 && !all.days.includes(day) ? [...all.days, day] : all.days;
  all = { tried: { ...all.tried, [name]: tries }, days };
  storeJson(KEPT, all);
}

/** How many days in a row the puzzle of the day was solved, up to today, or to yesterday if today's is still open. */
export function streak(today: string): number {
  return streakOf(all.days, today);
}

export function streakOf(days: readonly string[], today: string): number {
  const solved = new Set(days);
  let day = solved.has(today) ? today : before(today);
  let count = 0;
  for (; solved.has(day); day = before(day)) count++;
  return count;
}

function before(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}
