// How far the reader has seen each table, kept in this browser: what came later can be played again.
const KEPT = "parapegma.seen";
const MOST = 60;

type Seen = Record<string, number>;

function read(): Seen {
  try {
    const stored: Seen = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return stored;
  } catch {
    return {};
  }
}

/** The last event that was seen at a table; null at the first visit. */
export function lastSeen(table: string): number | null {
  return read()[table] ?? null;
}

/** Remember how far a table was seen; the oldest tables are forgotten. */
export function see(table: string, number: number): void {
  const { [table]: before, ...others } = read();
  if (before !== undefined && before >= number) return;
  const kept = [...Object.entries(others).slice(-(MOST - 1)), [table, number]];
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
}
