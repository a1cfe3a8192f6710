// Which coach marks were shown, of each game: kept in this browser, so that none comes twice.
import { storedJson, storeJson } from "../components/stored";

const KEPT = "parapegma.tips";

function kept(): Record<string, string[]> {
  return storedJson(KEPT, {});
}

export function seenMarks(game: string): Set<string> {
  return new Set(kept()[game]);
}

export function keepSeen(game: string, name: string): void {
  const all = kept();
  all[game] = [...new Set([...(all[game] ?? []), name])];
  storeJson(KEPT, all);
}
