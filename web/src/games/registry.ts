// Which games there are on the page; a game's board and words are fetched when its table is opened.
import { useArea } from "../messages/messages.svelte";
import type { GameUi } from "./gameUi";

const GAME_UIS: Record<string, () => Promise<{ default: GameUi<never> }>> = {
  ophiuchus: () => import("./ophiuchus/gameUi"),
  pacal: () => import("./pacal/gameUi"),
  ptolemaeus: () => import("./ptolemaeus/gameUi"),
  ulysses: () => import("./ulysses/gameUi"),
};

export const GAMES = Object.keys(GAME_UIS);

/** A game's gameUi, with its words. */
export async function gameUiOf(game: string): Promise<GameUi> {
  const [gameUi] = await Promise.all([GAME_UIS[game]!(), useArea(game)]);
  return gameUi.default as unknown as GameUi;
}
