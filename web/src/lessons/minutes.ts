// How long the guided first game of a game takes, as the server or this browser says.
import { gamesInfo } from "../games/gamesInfo.svelte";

/** Minutes; null where a game has no lesson, or nobody can be asked. */
export async function lessonMinutes(game: string): Promise<number | null> {
  const info = await gamesInfo().catch(() => null);
  return info?.games.find(({ name }) => name === game)?.lesson ?? null;
}
