// Why the answer of a puzzle is best, in one sentence.
import type { PuzzleReason } from "../api/types";
import { t } from "../messages/messages.svelte";
import { sourceName } from "../table/scoringWords";

export interface About {
  game: string;
  /** Trial games of each of the long searches. */
  iterations: number;
  /** What a seat is called. */
  name: (seat: number) => string;
}

export function reasonWords({ code, seat, source, points: exact }: PuzzleReason, about: About): string {
  const points = Math.round(exact);
  const name = about.name(seat ?? 0);
  switch (code) {
    case "denies":
    case "stops":
    case "hinders":
      return t(`puzzles.reason.${code}`, { points, name });
    case "grows":
    case "limits": {
      // On average over whole games: a tenth tells something here.
      const tenths = Math.round(10 * exact) / 10;
      return t(`puzzles.reason.${code}`, {
        points: tenths,
        name,
        source: sourceName(about.game, source ?? ""),
      });
    }
    case "gains":
    case "prepares":
    case "spares":
      return t(`puzzles.reason.${code}`, { points });
    case "outlook":
      return t("puzzles.reason.outlook", { iterations: about.iterations });
    default:
      return t(`puzzles.reason.${code}`);
  }
}
