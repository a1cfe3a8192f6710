// The whole table as text, and how a game ended.
import { nameOf, t } from "../../messages/messages.svelte";
import type { Section } from "../gameUi";
import { other } from "./logic/gesture.svelte";
import type { Scene } from "./types";
import { holderOf } from "./view";
import { cardName, marksWords, patternWords, tileName } from "./names";

export function textView(scene: Scene): Section[] {
  const { view } = scene;
  const card = (id: string): string => {
    const facts = view.cards[id]!;
    return `${cardName(id)}: ${patternWords(facts)}, ${t("ophiuchus.points", { points: facts.points })}`;
  };
  const sections: Section[] = [
    {
      heading: t("ophiuchus.text.sky"),
      lines: [
        t("ophiuchus.size", {
          wide: view.box.east - view.box.west + 1,
          high: view.box.south - view.box.north + 1,
          most: view.limits.grid,
        }),
        ...view.sky.map((tile) => {
          const second = other(tile, tile.facing);
          const columns = [tile.x, second.x].map((x) => x - view.box.west + 1);
          const rows = [tile.y, second.y].map((y) => y - view.box.north + 1);
          const along = tile.y === second.y;
          // The half whose marks are told first comes first.
          const [a, b] = along ? columns : rows;
          const line = along ? rows[0]! : columns[0]!;
          const where = t("ophiuchus.text.tile", { way: along ? "along" : "across", a: a!, b: b!, line });
          return `${tileName(view, tile.tile)} ${where}: ${marksWords(view, tile.tile)}`;
        }),
      ],
    },
    { heading: t("ophiuchus.firmament"), lines: view.firmament.map(card) },
    {
      heading: t("ophiuchus.text.table"),
      lines: [
        t("ophiuchus.text.reserve", { tiles: view.reserve }),
        t("ophiuchus.text.supply", { tokens: view.supply }),
      ],
    },
  ];
  const hand = scene.seat === null ? null : view.seats[scene.seat]?.hand;
  if (hand) {
    const lines = hand.map((tile) => {
      // While one tile is taken up, nothing is known of the others.
      const known = view.playable && (!view.picked || tile === view.picked);
      const ways = view.placements?.[tile]?.length ?? 0;
      const fits = known ? ` ${t("ophiuchus.text.ways", { ways })}` : "";
      return `${tileName(view, tile)}: ${marksWords(view, tile)}.${fits}`;
    });
    sections.splice(0, 0, { heading: t("ophiuchus.hand"), lines });
  }
  view.seats.forEach((seat, n) => {
    const won = Object.keys(view.cards).filter((id) => holderOf(view, id) === n);
    sections.push({
      heading: scene.name(n),
      lines: [
        t("ophiuchus.points", { points: seat.score }),
        t("ophiuchus.text.hand_size", { tiles: seat.hand_size }),
        t("ophiuchus.text.tokens", { tokens: seat.tokens }),
        ...won.map(card),
        ...(n !== scene.seat && seat.hand
          ? seat.hand.map((tile) => t("ophiuchus.text.left", { tile: tileName(view, tile) }))
          : []),
      ],
    });
  });
  return sections;
}

/** How the game ended, and for one player the title that was earned. */
export function ending({ view }: Scene): string {
  if (!view.ended) return "";
  const how = t(`ophiuchus.ended.${view.ended}`);
  return view.title
    ? `${how} ${t("ophiuchus.title", { title: nameOf("ophiuchus.title", view.title) })}`
    : how;
}
