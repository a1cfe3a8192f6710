// From the first click to the first decision: come in, open a table with bots, go there.
import { go } from "../pages/route.svelte";
import { comeIn } from "../person/person.svelte";
import { inBrowser, post, Refusal } from "../api/http";
import type { TableInfo, TableRequest } from "../api/types";
import { IN_BROWSER_ONLY } from "../connection/site";
import { remember } from "../local/myGames";
import { choose, playsInBrowser } from "../local/where.svelte";
import { gamesInfo } from "../games/gamesInfo.svelte";
import { newCommitment } from "../table/shuffleParts";
import { opponentsOf } from "./opponents";

/** Sit down with bots at once: as many and as strong as were chosen for this game, or as strong as is asked. */
export async function playNow(game: string, asked?: string): Promise<void> {
  const [info] = await Promise.all([gamesInfo(), IN_BROWSER_ONLY ? null : comeIn()]);
  const usual = opponentsOf(
    info.games.find((each) => each.name === game)!,
    info.bots,
  );
  const bots = Array.from({ length: usual.count }, () => asked ?? usual.level);
  const wish = { game, players: usual.count + 1, seats: ["me", ...bots] };
  const table = playsInBrowser() ? await openHere(wish) : await openThere(wish);
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
    return openThere(wish);
  }
}

/** Open a table on the server; this browser adds to its shuffles. */
async function openThere(wish: TableRequest): Promise<TableInfo> {
  return post("/tables", { ...wish, commitment: await newCommitment() });
}
