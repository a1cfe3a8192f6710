// The scoring at the end, in words, and the tiles that were left.
import type { ScoringStep } from "../../api/types";
import { t, translate } from "../../messages/messages.svelte";
import { cardName, patternWords, tileName } from "./names";
import type { Scene } from "./types";

/** What a step of the scoring is about. */
export function stepWords({ source, what }: ScoringStep, { view }: Scene): string {
  const card = what ? view.cards[what] : undefined;
  if (!what || !card) return translate(`ophiuchus.step.${source}`) ?? "";
  return t("ophiuchus.step.constellations", { card: cardName(what), pattern: patternWords(card) });
}

export function countWords({ source }: ScoringStep, n: number): string {
  return translate(`ophiuchus.step.count.${source}`, { n }) ?? "";
}

/** The tiles a seat could not lay. */
export function revealed({ view }: Scene, seat: number): string[] {
  const hand = view.seats[seat]?.hand ?? [];
  if (!hand.length) return [];
  return [t("ophiuchus.hidden.tiles", { tiles: hand.map((tile) => tileName(view, tile)).join(", ") })];
}
