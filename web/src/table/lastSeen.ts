// How far the reader has seen each table, kept in this browser: what came later can be played again.
import { storedJson, storeJson } from "../components/stored";

const KEPT = "parapegma.seen";
const MOST = 60;

type Seen = Record<string, number>;

function read(): Seen {
  return storedJson(KEPT, {});
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
  storeJson(KEPT, Object.fromEntries(kept));
}
