// What is looked up in a view of Ophiuchus.
import type { Facing, View } from "./types";

export const FACINGS: readonly Facing[] = ["E", "S", "W", "N"];
export const STEP: Record<Facing, readonly [number, number]> = {
  E: [1, 0],
  S: [0, 1],
  W: [-1, 0],
  N: [0, -1],
};

/** Who has won a card, if anyone. */
export function holderOf(view: View, card: string): number | null {
  const seat = view.seats.findIndex((each) => each.cards.includes(card));
  return seat < 0 ? null : seat;
}
