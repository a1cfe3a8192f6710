// The scoring at the end, in words, and what the seats had kept to themselves.
import type { ScoringStep } from "../../api/types";
import { t } from "../../messages/messages.svelte";
import { cardList, colourName, placeName } from "./names";
import type { Scene } from "./types";

/** Which objective of whom, and whether it was reached. */
export function stepWords({ what, seat, points }: ScoringStep, scene: Scene): string {
  const { view } = scene;
  const objective = view.seats[seat ?? -1]?.objectives.find(({ place }) => place === what);
  if (!objective || !what || seat === undefined || seat === null) return "";
  return t(points[seat] ? "ulysses.step.reached" : "ulysses.step.missed", {
    name: scene.name(seat),
    place: placeName(view.map, what),
    colour: colourName(objective.colour),
  });
}

/** The objectives that were not reached, and the hand. */
export function revealed({ view }: Scene, seat: number): string[] {
  const { objectives, hand } = view.seats[seat]!;
  const missed = objectives.flatMap(({ place, revealed }) =>
    place && !revealed ? [placeName(view.map, place)] : [],
  );
  return [
    ...(missed.length ? [t("ulysses.hidden.objectives", { places: missed.join(", ") })] : []),
    ...(hand && Object.keys(hand).length ? [t("ulysses.hidden.hand", { cards: cardList(hand) })] : []),
  ];
}
