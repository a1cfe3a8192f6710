// Whom the reader plays against at once, remembered in this browser for each game.
import type { GameInfo } from "../api/types";
import { store, stored, storedJson, storeJson } from "../components/stored";

export interface Opponents {
  count: number;
  level: string;
}

const KEPT = "parapegma.opponents";
const LEVEL = "parapegma.level";

/** The strength of bots that was chosen last, in any game. */
export function usualLevel(): string {
  return stored(LEVEL) ?? "novice";
}

export function rememberLevel(level: string): void {
  store(LEVEL, level);
}

function kept(): Record<string, Partial<Opponents>> {
  return storedJson(KEPT, {});
}

/** How many opponents there may be. */
export function opponentCounts({ fewest, most }: Pick<GameInfo, "fewest" | "most">): number[] {
  return Array.from({ length: most - fewest + 1 }, (_, n) => fewest - 1 + n);
}

/** Those who were chosen last for a game, as far as they still can be. */
export function opponentsOf(
  game: Pick<GameInfo, "name" | "fewest" | "most" | "default_players">,
  levels: readonly string[],
): Opponents {
  const { count, level } = kept()[game.name] ?? {};
  return {
    count: opponentCounts(game).find((each) => each === count) ?? game.default_players - 1,
    level: [level, usualLevel()].find((each) => each && levels.includes(each)) ?? levels[0] ?? "novice",
  };
}

/** Remember whom the reader wants to play a game against. */
export function rememberOpponents(game: string, chosen: Opponents): void {
  storeJson(KEPT, { ...kept(), [game]: chosen });
  rememberLevel(chosen.level);
}
