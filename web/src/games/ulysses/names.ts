// The words of the game for things: places, cards, colours, factions, seats.
import { language, nameOf, t } from "../../messages/messages.svelte";
import { isReader } from "../reader";
import type { Card, Cards, Colour, Faction, MapPlace, Scene, SeaMap } from "./types";
import { CARDS } from "./view";

/** A place by the name that people know in their language. */
export function placeName(map: SeaMap, id: string): string {
  return nameOf("ulysses.place", id, map.places.find((place) => place.id === id)?.name);
}

/** A place with the name printed on the board, where that is another. */
export function wholeName(map: SeaMap, place: MapPlace): string {
  const known = placeName(map, place.id);
  return known === place.name ? known : t("ulysses.printed", { name: known, printed: place.name });
}

export function cardName(card: Card): string {
  return t(`ulysses.card.${card}`);
}

export function colourName(colour: Colour): string {
  return t(`ulysses.colour.${colour}`);
}

export function factionName(faction: Faction): string {
  return t(`ulysses.faction.${faction}`);
}

/** Cards in a list, such as "2 challenge, 1 Zeus". */
export function cardList(cards: Cards): string {
  const parts = CARDS.flatMap((card) =>
    cards[card] ? [t(`ulysses.cards.${card}`, { n: cards[card] })] : [],
  );
  return new Intl.ListFormat(language()).format(parts);
}

/** Whoever does something: the reader, or someone by name. The words differ, so both are given. */
export function who(scene: Scene, seat: number | null): { name: string; you: string } {
  return { name: seat === null ? "" : scene.name(seat), you: isReader(scene, seat) ? "yes" : "no" };
}

/** A sentence that may begin with the name of a faction. */
export function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
