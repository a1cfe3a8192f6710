// Which game is played at which table of this browser: known without starting anything.
import { storedJson, storeJson } from "../components/stored";

const GAMES = "parapegma.games-here";
const MOST = 200;

function read(): Record<string, string> {
  return storedJson(GAMES, {});
}

/** Whether there are tables in this browser. */
export function hasGames(): boolean {
  return Object.keys(read()).length > 0;
}

export function gameOf(table: string): string | null {
  return read()[table] ?? null;
}

export function remember(table: string, game: string): void {
  const known = Object.entries({ ...read(), [table]: game });
  storeJson(GAMES, Object.fromEntries(known.slice(-MOST)));
}

export function forget(table: string): void {
  const { [table]: _, ...rest } = read();
  storeJson(GAMES, rest);
}
