// What things are called: tiles, cards, patterns, squares.
import { nameOf, t } from "../../messages/messages.svelte";
import type { Card, Facing, View } from "./types";

/** A tile by the number of marks on its halves; no two tiles have the same. */
export function tileName(view: View, tile: string): string {
  const [a, b] = view.tiles[tile] ?? ["", ""];
  return `${a.length}|${b.length}`;
}

export function cardName(card: string): string {
  return nameOf("ophiuchus.card", card);
}

/** What a card asks for. */
export function patternWords({ shape, size, rule, symbol }: Card): string {
  const star = symbol ? nameOf("ophiuchus.star", symbol) : "";
  if (rule === "given") return t("ophiuchus.pattern.line.given", { size, star });
  return t(`ophiuchus.pattern.${shape}.${rule}`, { size });
}

export function squareWords({ x, y }: { x: number; y: number }, facing: Facing): string {
  return t("ophiuchus.square", { x, y, facing: t(`ophiuchus.facing.${facing}`) });
}

/** The marks of a tile, half by half. */
export function marksWords(view: View, tile: string): string {
  const [a = "", b = ""] = (view.tiles[tile] ?? ["", ""]).map((half) =>
    half ? [...half].map((symbol) => nameOf("ophiuchus.star", symbol)).join(", ") : t("ophiuchus.blank"),
  );
  return t("ophiuchus.halves", { a, b });
}
