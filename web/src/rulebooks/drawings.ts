// What a rulebook draws: figures, icons and decks of a game, fetched when someone reads its book.
import type { Component } from "svelte";
import type { Schemas } from "../api/types";
import { hasOwnUi, type GameName } from "../games/registry";
import type { Scene } from "../games/gameUi";

export type Figure = Schemas["Figure"];

const FIGURES: Record<GameName, () => Promise<{ default: Record<string, Figure> }>> = {
  ophiuchus: () => import("virtual:figures/ophiuchus"),
  pacal: () => import("virtual:figures/pacal"),
  ptolemaeus: () => import("virtual:figures/ptolemaeus"),
  ulysses: () => import("virtual:figures/ulysses"),
};
type BookIcon = Component<{ name: string }>;
type BookDeck = Component<{ name: string }>;
const ICONS = import.meta.glob<BookIcon>("../games/*/BookIcon.svelte", { import: "default" });
const DECKS = import.meta.glob<BookDeck>("../games/*/BookDeck.svelte", { import: "default" });

/** The figures of a game by name. */
export async function figuresOf(game: string): Promise<Record<string, Figure>> {
  return hasOwnUi(game) ? (await FIGURES[game]()).default : {};
}

/** The component that draws an icon of a game. */
export async function bookIconOf(game: string): Promise<BookIcon | undefined> {
  return ICONS[`../games/${game}/BookIcon.svelte`]?.();
}

/** The component that tells what a deck of a game consists of. */
export async function bookDeckOf(game: string): Promise<BookDeck | undefined> {
  return DECKS[`../games/${game}/BookDeck.svelte`]?.();
}

/** A figure as a board sees it: a table at which nothing can be done. */
export function sceneOf(figure: Figure, name: (seat: number) => string): Scene {
  const { begun, parts, open, complete } = figure.draft ?? {};
  const nothing = (): void => undefined;
  const draft =
    begun && parts && open
      ? {
          begun,
          parts,
          open,
          complete: !!complete,
          add: nothing,
          drop: nothing,
          send: nothing,
          cancel: nothing,
        }
      : null;
  const refused = { illegal: figure.refused };
  return {
    view: figure.view,
    seat: figure.seat,
    actor: figure.actor,
    seats: [],
    choices: figure.choices,
    newEntries: [],
    marked: figure.marked,
    pointed: figure.pointed,
    preview: figure.preview,
    draft,
    still: true,
    picture: { point: figure.point, parts: figure.parts },
    name,
    point: nothing,
    pick: nothing,
    lookAhead: () => Promise.resolve(figure.refused ? refused : null),
  };
}
