// The whole table as text, and how a game ended.
import { t } from "../../messages/messages.svelte";
import type { Section } from "../gameUi";
import { other } from "./logic/gesture.svelte";
import { holderOf, type SkyScene } from "./view";
import { cardName, marksWords, patternWords, tileName } from "./actionWords";

const say = (key: string, values?: Parameters<typeof t>[1]): string => t(`ophiuchus.${key}`, values);

export function text(scene: SkyScene): Section[] {
  const { view } = scene;
  const card = (id: string): string => {
    const facts = view.cards[id]!;
    return `${cardName(id)}: ${patternWords(facts)}, ${say("points", { points: facts.points })}`;
  };
  const sections: Section[] = [
    {
      heading: say("text.sky"),
      lines: [
        say("size", {
          wide: view.box.east - view.box.west + 1,
          high: view.box.south - view.box.north + 1,
          most: view.limits.grid,
        }),
        ...view.sky.map((tile) => {
          const b = other(tile, tile.facing);
          const where = say("text.tile", { ax: tile.x, ay: tile.y, bx: b.x, by: b.y });
          return `${tileName(view, tile.tile)} ${where}: ${marksWords(view, tile.tile)}`;
        }),
      ],
    },
    { heading: say("firmament"), lines: view.firmament.map(card) },
    {
      heading: say("text.table"),
      lines: [say("text.reserve", { tiles: view.reserve }), say("text.supply", { tokens: view.supply })],
    },
  ];
  const hand = scene.seat === null ? null : view.seats[scene.seat]?.hand;
  if (hand) {
    const lines = hand.map((tile) => {
      const ways = view.placements?.[tile]?.length ?? 0;
      const fits = view.playable ? ` ${say("text.ways", { ways })}` : "";
      return `${tileName(view, tile)}: ${marksWords(view, tile)}.${fits}`;
    });
    sections.splice(0, 0, { heading: say("hand"), lines });
  }
  view.seats.forEach((seat, n) => {
    const won = Object.keys(view.cards).filter((id) => holderOf(view, id) === n);
    sections.push({
      heading: scene.name(n),
      lines: [
        say("points", { points: seat.score }),
        say("text.hand_size", { tiles: seat.hand_size }),
        say("text.tokens", { tokens: seat.tokens }),
        ...won.map(card),
        ...(n !== scene.seat && seat.hand
          ? seat.hand.map((tile) => say("text.left", { tile: tileName(view, tile) }))
          : []),
      ],
    });
  });
  return sections;
}

/** How the game ended, and for one player the title that was earned. */
export function ending({ view }: SkyScene): string {
  if (!view.ended) return "";
  const how = say(`ended.${view.ended.replaceAll(" ", "_")}`);
  return view.title
    ? `${how} ${say("title", { title: say(`title.${view.title.replaceAll(" ", "_")}`) })}`
    : how;
}
