// From the first click to the first decision: come in, open a table with bots, go there.
import { go } from "../pages/route.svelte";
import { comeIn } from "../person/person.svelte";
import { post } from "../api/http";
import { gamesInfo } from "../games/gamesInfo.svelte";

const LEVEL = "parapegma.level";

/** The strength of bots that was chosen last. */
export function usualLevel(): string {
  return localStorage.getItem(LEVEL) ?? "novice";
}

export function rememberLevel(level: string): void {
  localStorage.setItem(LEVEL, level);
}

/** Sit down with bots at once. */
export async function playNow(game: string): Promise<void> {
  const [info] = await Promise.all([gamesInfo(), comeIn()]);
  const players = info.games.find((each) => each.name === game)!.default_players;
  const bots = Array.from({ length: players - 1 }, () => usualLevel());
  const table = await post("/tables", { game, players, seats: ["me", ...bots] });
  go(`/tables/${table.id}`);
}
