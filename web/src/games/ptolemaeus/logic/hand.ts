// The reader's hand in groups, and which of its cards a payment takes.
import type { Action, Scene } from "../types";

export interface Group {
  card: string;
  count: number;
  /** How many of them the payment takes. */
  picked: number;
  choice: Action | undefined;
}

function counted(cards: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** The cards that the payment under way takes: what would be paid, or what is picked so far. */
export function taken(scene: Scene): string[] {
  if (!scene.draft) return scene.view.under_way?.picked ?? [];
  const paid = (scene.preview?.log ?? []).flatMap((entry) =>
    entry.kind === "paid" && entry.seat === scene.seat ? [entry.card] : [],
  );
  return paid.length ? paid : (scene.preview?.changes.under_way?.picked ?? []);
}

/** The hand, equal cards together, elements beside each other. */
export function groups(scene: Scene): Group[] {
  const hand = scene.seat === null ? null : (scene.view.seats[scene.seat]?.hand ?? null);
  if (!hand) return [];
  const order: string[] = scene.view.signs.map(({ sign }) => sign);
  const colours = new Map<string, string>(scene.view.signs.map(({ sign, colour }) => [sign, colour]));
  const palette = [...new Set(colours.values())];
  const rank = (card: string): number =>
    card === "joker" ? 999 : palette.indexOf(colours.get(card)!) * 20 + order.indexOf(card);
  const picks = counted(taken(scene));
  const open = scene.draft ? scene.draft.open : scene.choices;
  return [...counted(hand)]
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([card, count]) => ({
      card,
      count,
      picked: picks.get(card) ?? 0,
      choice: open.find(
        (choice) => (choice.kind === "pay" || choice.kind === "discard") && choice.card === card,
      ),
    }));
}

/** Put a card of the payment back; those picked after it are picked anew. */
export function putBack(card: string, scene: Scene): void {
  const { draft } = scene;
  if (!draft?.parts.length) return;
  const found = draft.parts.findLastIndex((part) => part.kind === "pay" && part.card === card);
  draft.drop(found < 0 ? draft.parts.length - 1 : found);
}
