// From the first click to the first decision: come in, open a table with bots, go there.
import { go } from "../pages/route.svelte";
import { comeIn } from "../person/person.svelte";
import { inBrowser, post, Refusal } from "../api/http";
import type { TableInfo, TableRequest } from "../api/types";
import { IN_BROWSER_ONLY } from "../connection/site";
import { remember } from "../local/myGames";
import { choose, playsInBrowser } from "../local/where.svelte";
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
  const [info] = await Promise.all([gamesInfo(), IN_BROWSER_ONLY ? null : comeIn()]);
  const players = info.games.find((each) => each.name === game)!.default_players;
  const bots = Array.from({ length: players - 1 }, () => usualLevel());
  const wish = { game, players, seats: ["me", ...bots] };
  const table = playsInBrowser() ? await openHere(wish) : await post("/tables", wish);
  go(`/tables/${table.id}`);
}

/** Open a table in this browser; on the server if the games cannot be started here and there is one. */
export async function openHere(wish: TableRequest): Promise<TableInfo> {
  try {
    const table = await inBrowser.post("/tables", wish);
    remember(table.id, table.game);
    return table;
  } catch (error) {
    if (IN_BROWSER_ONLY || !(error instanceof Refusal) || error.problem.code !== "start") throw error;
    choose("server");
    await comeIn();
    return post("/tables", wish);
  }
}
