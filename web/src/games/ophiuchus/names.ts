// What things are called: tiles, cards, patterns, squares.
import type { Explained } from "../../explain/explanation.svelte";
import { nameOf, t } from "../../messages/messages.svelte";
import type { Square } from "./logic/gesture.svelte";
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

/** Where a square is, counted from the left and from the top of the sky; beyond its edge, how far. */
export function placeWords({ x, y }: Square, { box }: View): { column: string; row: string } {
  return {
    column: t("ophiuchus.seen.column", counted(x, box.west, box.east)),
    row: t("ophiuchus.seen.row", counted(y, box.north, box.south)),
  };
}

/** Where a column or a row is: in the sky, counted from 1, or so far before or behind it. */
function counted(at: number, first: number, last: number): { where: string; n: number } {
  if (at < first) return { where: "before", n: first - at };
  return at > last ? { where: "after", n: at - last } : { where: "in", n: at - first + 1 };
}

/** Where a tile would lie, and how. */
export function squareWords(square: Square, facing: Facing, view: View): string {
  return t("ophiuchus.square", { ...placeWords(square, view), facing: t(`ophiuchus.facing.${facing}`) });
}

/** The marks of a tile, half by half. */
export function marksWords(view: View, tile: string): string {
  const [a = "", b = ""] = (view.tiles[tile] ?? ["", ""]).map((half) =>
    half ? [...half].map((symbol) => nameOf("ophiuchus.star", symbol)).join(", ") : t("ophiuchus.blank"),
  );
  return t("ophiuchus.halves", { a, b });
}

/** What is said of a tile to whoever asks about it. */
export function aboutTile(view: View, tile: string): Explained {
  const blank = (view.tiles[tile] ?? []).some((half) => !half);
  return {
    name: t("ophiuchus.tile", { tile: tileName(view, tile) }),
    icon: blank ? "tile/T02" : "tile/T15",
    words: marksWords(view, tile),
  };
}
