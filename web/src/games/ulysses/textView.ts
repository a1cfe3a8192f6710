// Everything visible, as text, and how it ended.
import { t } from "../../messages/messages.svelte";
import type { Section } from "../gameUi";
import { cardList, cardName, colourName, factionName, placeName } from "./names";
import type { MapPlace, Objective, Scene } from "./types";
import { CARDS, COLOURS, FACTIONS, own, sideOf, steps } from "./view";

export function textView(scene: Scene): Section[] {
  return [sea(scene), discussion(scene), before(scene), players(scene), stock(scene)].filter(
    (section): section is Section => section !== null,
  );
}

function sea({ view }: Scene): Section {
  const name = (id: string): string => placeName(view.map, id);
  const here = view.map.places.find(({ id }) => id === view.ship)!;
  const list = (ids: string[]): string => ids.map(name).join(", ");
  const lines = [
    t("ulysses.text.ship", { place: name(view.ship) }),
    t("ulysses.text.neighbours", { places: list(here.neighbours) }),
    view.plague.length
      ? t("ulysses.text.plague", { places: list(view.plague) })
      : t("ulysses.text.no_plague"),
  ];
  const routes = view.map.places.map(({ id, colour, neighbours }) =>
    t("ulysses.text.place", {
      place: name(id),
      colour: colour ? colourName(colour) : t("ulysses.colour.none"),
      places: list(neighbours),
    }),
  );
  return { heading: t("ulysses.text.sea"), lines: [...lines, ...routes] };
}

/** What lies on a place, and how far it is. */
export function linesOfPlace(scene: Scene, id: MapPlace["id"]): string[] {
  const { view, seat } = scene;
  const lines: string[] = [];
  const away = steps(view.map, view.ship, id);
  lines.push(id === view.ship ? t("ulysses.about.ship") : t("ulysses.about.steps", { n: away }));
  if (view.plague.includes(id)) lines.push(t("ulysses.about.plague"));
  for (const faction of FACTIONS)
    if (view.proposal && sideOf(view.proposal, faction).place === id)
      lines.push(t("ulysses.about.disc", { faction: factionName(faction) }));
  view.seats.forEach(({ objectives }, n) => {
    const goal = objectives.find(({ place }) => place === id);
    if (goal?.revealed)
      lines.push(t("ulysses.about.reached", { name: scene.name(n), you: n === seat ? "yes" : "no" }));
    else if (goal && n === seat) lines.push(t("ulysses.about.goal"));
  });
  return lines;
}

function discussion(scene: Scene): Section | null {
  const { view } = scene;
  const { proposal } = view;
  if (!proposal) return null;
  const { leader } = proposal;
  const lines = FACTIONS.map((faction) => ({ faction, side: sideOf(proposal, faction) }))
    .filter(({ side }) => side.place)
    .map(({ faction, side }) =>
      t("ulysses.text.side", {
        faction: factionName(faction),
        place: placeName(view.map, side.place!),
        n: side.cards,
        least: side.least,
        leads: leader === faction ? "yes" : "no",
        names:
          view.seats.flatMap((seat, n) => (seat.faction === faction ? [scene.name(n)] : [])).join(", ") ||
          "–",
      }),
    );
  return { heading: t("ulysses.discussion"), lines };
}

function before(scene: Scene): Section | null {
  const { view } = scene;
  const seat = own(view, scene.seat);
  if (!seat?.hand) return null;
  const lines = seat.objectives.map((goal) => goalLine(scene, goal));
  lines.push(t("ulysses.text.hand", { cards: cardList(seat.hand) || t("ulysses.no_cards") }));
  return { heading: t("ulysses.text.before_you"), lines };
}

function goalLine({ view }: Scene, goal: Objective): string {
  const colour = colourName(goal.colour);
  if (!goal.place) return t("ulysses.hidden_objective", { colour });
  const place = placeName(view.map, goal.place);
  if (goal.revealed) return t("ulysses.reached_objective", { place, colour });
  return t("ulysses.text.goal", { place, colour, n: steps(view.map, view.ship, goal.place) });
}

function players(scene: Scene): Section {
  const { view } = scene;
  const lines = view.seats.map((seat, n) =>
    t("ulysses.text.seat", {
      name: scene.name(n),
      temples: seat.temples,
      cards: seat.hand_size,
      goals: seat.objectives
        .map((goal) => (goal.revealed ? placeName(view.map, goal.place!) : colourName(goal.colour)))
        .join(", "),
    }),
  );
  return { heading: t("ulysses.text.seats"), lines };
}

function stock({ view }: Scene): Section {
  const discard = CARDS.filter((card) => view.discard[card]).map(
    (card) => `${cardName(card)} ${view.discard[card]}`,
  );
  const lines = [
    t("ulysses.text.turn", { n: view.turn }),
    t("ulysses.text.deck", { n: view.deck }),
    t("ulysses.text.discard", { cards: discard.join(", ") || "–" }),
    t("ulysses.text.piles", {
      piles: COLOURS.map((colour) => `${colourName(colour)} ${view.piles[colour] ?? 0}`).join(", "),
    }),
    t("ulysses.text.reserve", { n: view.reserve }),
  ];
  return { heading: t("ulysses.text.stock"), lines };
}

/** How the game came to its end. */
export function ending({ view }: Scene): string {
  if (!view.ended) return "";
  return t(view.ended === "turn limit" ? "ulysses.ending.limit" : "ulysses.ending.reached");
}
