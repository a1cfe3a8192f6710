// Which games and bots the server has, asked once, and what its games are called.
import { get } from "../api/http";
import type { GamesInfo } from "../api/types";
import { nameOf } from "../messages/messages.svelte";

let asked: Promise<GamesInfo> | null = null;
let titles = $state.raw<Record<string, string>>({});
let preparing = $state.raw<string[]>([]);
const AGAIN = 2_000;

/** What can be played here. */
export function gamesInfo(): Promise<GamesInfo> {
  asked ??= get("/games")
    .then((info) => {
      titles = Object.fromEntries(info.games.map(({ name, title }) => [name, title]));
      preparing = info.preparing ?? [];
      if (preparing.length > 0) setTimeout(askAgain, AGAIN);
      return info;
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}

function askAgain(): void {
  asked = null;
  void gamesInfo().catch(() => setTimeout(askAgain, AGAIN));
}

/** Whether the bots of a game cannot think yet. */
export function botsArePreparing(game: string): boolean {
  return preparing.includes(game);
}

/** The title of a game in the reader's language, or as the server calls it. */
export function gameTitle(game: string): string {
  return nameOf("pages", game, titles[game]);
}
