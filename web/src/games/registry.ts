// Which games have a UI of their own; a game's board and messages are fetched when its table is opened.
import { useArea } from "../messages/messages.svelte";
import { gamesInfo } from "./gamesInfo.svelte";
import type { GameUi } from "./gameUi";

const GAME_UIS = {
  ophiuchus: () => import("./ophiuchus/gameUi"),
  pacal: () => import("./pacal/gameUi"),
  ptolemaeus: () => import("./ptolemaeus/gameUi"),
  ulysses: () => import("./ulysses/gameUi"),
};

export type GameName = keyof typeof GAME_UIS;
export const GAMES: readonly GameName[] = ["ophiuchus", "pacal", "ptolemaeus", "ulysses"];

/** Whether a game has a board of its own; others are shown on the generic one. */
export function hasOwnUi(game: string): game is GameName {
  return game in GAME_UIS;
}

/** How a game is drawn and what is said about it, with its messages. */
export async function gameUiOf(game: string): Promise<GameUi> {
  if (!hasOwnUi(game)) {
    const [{ default: generic }] = await Promise.all([import("./generic/gameUi"), gamesInfo()]);
    return generic;
  }
  const [found] = await Promise.all([GAME_UIS[game](), useArea(game)]);
  return found.default;
}
