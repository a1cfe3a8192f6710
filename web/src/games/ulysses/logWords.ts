// The log in plain sentences.
import { t } from "../../messages/messages.svelte";
import type { LogEntry, Preview } from "../../api/types";
import { cardList, cardName, colourName, factionName, placeName, who } from "./names";
import {
  goals,
  steps,
  type Card,
  type Cards,
  type Colour,
  type Faction,
  type Scene,
  type UlyssesView,
} from "./view";

export function tell(told: LogEntry, scene: Scene): string {
  const { data, seat } = told;
  const map = scene.view.map;
  const kind = told.kind.replace(" ", "_");
  if (!map) return "";
  const known = data.place || (data.cards && typeof data.cards === "object");
  const key = ["drew", "gave", "took"].includes(kind) && known ? `${kind}.known` : kind;
  const words = t(`ulysses.log.${key}`, {
    ...who(scene, seat),
    place: data.place ? placeName(map, data.place as string) : "",
    faction: data.faction ? factionName(data.faction as Faction) : "",
    prevails: data.faction ? "yes" : "no",
    colour: data.colour ? colourName(data.colour as Colour) : "",
    card: data.card ? cardName(data.card as Card) : "",
    as: data.as ? cardName(data.as as Card) : "",
    same: data.card === data.as ? "yes" : "no",
    cards: data.cards && typeof data.cards === "object" ? cardList(data.cards as Cards) : "",
    n: numberOf(data),
    how: String(data.how ?? "").replaceAll(" ", "_"),
    slot: (data.slot as number | undefined) ?? 0,
    side: data.faction === "black" ? "black" : "red",
  });
  // A sentence may begin with the name of a faction.
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

function numberOf({ number, turn, temples, cards }: LogEntry["data"]): number {
  const found = number ?? turn ?? temples ?? cards;
  return typeof found === "number" ? found : 0;
}

/** The places that a line of the log lights. */
export function placesOf(told: LogEntry): string[] {
  return typeof told.data.place === "string" ? [told.data.place] : [];
}

/** What a click itself says; the preview names it already. */
const SAID = new Set([
  "proposed",
  "opposed",
  "backed",
  "agreed",
  "passed",
  "aimed",
  "gives",
  "wants",
  "stopped",
  "paid",
  "added",
]);
const MOST = 4;

/** What a choice would do, in short lines: what follows, and how far the objectives would be. */
export function foresee(tried: Preview, scene: Scene): string[] {
  const { view, seat } = scene;
  if (!view.map) return [];
  const lines = tried.log.filter(({ kind }) => !SAID.has(kind)).map((told) => tell(told, scene));
  const changes = tried.changes as Partial<UlyssesView>;
  const proposed = tried.log.find(({ kind }) => kind === "proposed" || kind === "disc");
  const to = changes.ship ?? (proposed?.data.place as string | undefined);
  if (to && to !== view.ship) {
    for (const goal of goals(view, seat)) {
      const [now, then] = [steps(view.map, view.ship, goal.place!), steps(view.map, to, goal.place!)];
      if (then < now)
        lines.push(t("ulysses.nearer", { place: placeName(view.map, goal.place!), now, n: then }));
    }
  }
  const leader = changes.proposal?.leader;
  if (leader && leader !== view.proposal?.leader)
    lines.push(t("ulysses.would_lead", { faction: factionName(leader) }));
  return lines.slice(0, MOST);
}
