// What everyone would have if the game ended now: the points so far and what the final scoring would add.
import { t } from "../../../messages/messages.svelte";
import type { FinalPoints, View } from "../types";

const PARTS = ["districts", "river", "lake", "sacred"] as const satisfies readonly (keyof FinalPoints)[];
const SOURCES = {
  districts: "districts",
  river: "river",
  lake: "lake",
  sacred: "sacred stones",
} as const;

/** The points of a seat if the game ended now. */
export function pointsAtTheEnd(view: Pick<View, "seats" | "outlook">, seat: number): number {
  const more = view.outlook[seat];
  return view.seats[seat]!.score + (more ? PARTS.reduce((sum, part) => sum + more[part], 0) : 0);
}

/** The same in words, with where the points would come from. */
export function outlookWords(view: View, seat: number): string {
  const more = view.outlook[seat];
  const parts = PARTS.filter((part) => more?.[part]).map(
    (part) => `${t(`pacal.source.${SOURCES[part]}`)} +${more![part]}`,
  );
  return t("pacal.outlook", {
    points: pointsAtTheEnd(view, seat),
    parts: [t("pacal.outlook.now", { points: view.seats[seat]!.score }), ...parts].join(", "),
  });
}
