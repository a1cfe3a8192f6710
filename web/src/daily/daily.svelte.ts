// What everyone may play today, as the server or this browser says; asked again when the day is another.
import { get, post } from "../api/http";
import type { Daily } from "../api/types";
import { IN_BROWSER_ONLY } from "../connection/site";
import { remember } from "../local/myGames";
import { go } from "../pages/route.svelte";
import { comeIn } from "../person/person.svelte";

/** Ask what there is today. */
export function today(): Promise<Daily> {
  return get("/daily");
}

/** Sit down at today's deal of a game, or go back to it. */
export async function playDaily(game: string): Promise<void> {
  if (!IN_BROWSER_ONLY) await comeIn();
  const table = await post("/daily/{game}", {}, { game });
  if (IN_BROWSER_ONLY) remember(table.id, game);
  go(`/tables/${table.id}`);
}
