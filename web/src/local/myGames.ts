// Which game is played at which table of this browser: known without starting anything.
const GAMES = "parapegma.games-here";
const MOST = 200;

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(GAMES) ?? "{}");
  } catch {
    return {};
  }
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
  localStorage.setItem(GAMES, JSON.stringify(Object.fromEntries(known.slice(-MOST))));
}

export function forget(table: string): void {
  const { [table]: _, ...rest } = read();
  localStorage.setItem(GAMES, JSON.stringify(rest));
}
