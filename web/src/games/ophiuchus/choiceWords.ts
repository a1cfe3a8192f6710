// Choices in words, what a way to lay a tile would win, and why something is not possible.
import { t } from "../../messages/messages.svelte";
import type { Reason } from "../gameUi";
import { reasonWords as wordsOf } from "../reasonWords";
import type { Way } from "./logic/gesture.svelte";
import { placementOf } from "./logic/wholeMove";
import { cardName, marksWords, placeWords, tileName } from "./names";
import type { Action, Scene } from "./types";

/** A choice as a button says it; a decision of any other moment is said alike. */
export function choiceWords(choice: Action, { view }: Scene): string {
  switch (choice.kind) {
    case "take":
    case "return":
      return t(`ophiuchus.choice.${choice.kind}`, {
        tile: tileName(view, choice.tile),
        marks: marksWords(view, choice.tile),
      });
    case "at":
      return t("ophiuchus.choice.at", { x: choice.x, y: choice.y });
    case "facing":
      return t("ophiuchus.choice.facing", { facing: t(`ophiuchus.facing.${choice.facing}`) });
    case "claim":
      return t("ophiuchus.choice.claim", {
        card: cardName(choice.card),
        points: view.cards[choice.card]!.points,
      });
    case "token":
    case "draw two":
      return t(`ophiuchus.choice.${choice.kind}`);
  }
}

/** A decision for someone who sees the sky: squares are counted from its left and from its top. */
export function seenWords(action: Action, scene: Scene): string {
  if (action.kind !== "at") return choiceWords(action, scene);
  return t("ophiuchus.seen.at", placeWords(action, scene.view));
}

/** A whole move that is drawn in the sky. */
export function moveWords(move: Action[], scene: Scene): string {
  const placement = placementOf(
    move.map(({ notation }) => notation),
    scene,
  );
  const first = move[0]!;
  if (!placement) {
    if (first.kind === "at") return t("ophiuchus.hint.there");
    if (first.kind === "take") return t("ophiuchus.hint.take", { tile: tileName(scene.view, first.tile) });
    return choiceWords(first, scene);
  }
  // What it wins is said beside the tile.
  return t("ophiuchus.hint.lay", { tile: tileName(scene.view, placement.split(" ")[1] ?? "") });
}

/** What a way to lay would win. */
export function gainsOf({ cards, bonus }: Way, { view }: Scene): string[] {
  const points = (card: string): number => view.cards[card]!.points;
  const lines: string[] = [];
  if (cards.length === 1)
    lines.push(t("ophiuchus.preview.card", { card: cardName(cards[0]!), points: points(cards[0]!) }));
  if (cards.length > 1) {
    const names = cards.map((card) => `${cardName(card)} (${points(card)})`);
    lines.push(t("ophiuchus.preview.cards", { cards: names.join(", ") }));
  }
  if (bonus) lines.push(t("ophiuchus.preview.bonus"));
  return lines;
}

/** A way to lay in one sentence, for those who hear it. */
export function describeWay(way: Way, scene: Scene): string {
  const [along, a, b] = way.rows;
  return [t("ophiuchus.fits", { along, a, b }), ...gainsOf(way, scene)].join(" ");
}

/** Why something is not possible. */
export function reasonWords(reason: Reason | null, { view }: Scene): string {
  return wordsOf("ophiuchus", reason, (name, value) =>
    name === "tile" ? tileName(view, value) : name === "card" ? cardName(value) : value,
  );
}
