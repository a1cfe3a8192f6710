// The log in plain sentences, and what a choice would do.
import { t } from "../../messages/messages.svelte";
import { cardList, cardName, colourName, factionName, placeName, sentence, who } from "./names";
import type { LogEntry, Preview, Scene } from "./types";
import { goals, placeOf, steps } from "./view";

/** A line of the log. */
export function logWords(entry: LogEntry, scene: Scene): string {
  return sentence(wordsOf(entry, scene));
}

function wordsOf(entry: LogEntry, scene: Scene): string {
  const by = who(scene, entry.seat);
  const { map } = scene.view;
  switch (entry.kind) {
    case "turn":
      return t("ulysses.log.turn", { ...by, n: entry.turn });
    case "drew":
      return entry.cards
        ? t("ulysses.log.drew.known", { ...by, cards: cardList(entry.cards) })
        : t("ulysses.log.drew", { ...by, n: entry.number });
    case "lost":
    case "reshuffled":
      return t(`ulysses.log.${entry.kind}`, { n: entry.number });
    case "played":
      return t("ulysses.log.played", {
        ...by,
        card: cardName(entry.card),
        as: cardName(entry.as),
        same: entry.card === entry.as ? "yes" : "no",
      });
    case "paid":
      return t("ulysses.log.paid", { ...by, cards: cardList(entry.cards) });
    case "wants":
      return t("ulysses.log.wants", { ...by, colour: colourName(entry.colour) });
    case "gave":
    case "took": {
      const colour = colourName(entry.colour);
      return entry.place
        ? t(`ulysses.log.${entry.kind}.known`, { ...by, colour, place: placeName(map, entry.place) })
        : t(`ulysses.log.${entry.kind}`, { ...by, colour });
    }
    case "built":
      return t("ulysses.log.built", { ...by, n: entry.temples });
    case "opposed":
      return t("ulysses.log.opposed", { ...by, side: entry.faction === "black" ? "black" : "red" });
    case "disc":
      return t("ulysses.log.disc", {
        ...by,
        faction: factionName(entry.faction),
        place: placeName(map, entry.place),
      });
    case "backed":
      return t("ulysses.log.backed", { ...by, faction: factionName(entry.faction) });
    case "added":
      return t("ulysses.log.added", {
        ...by,
        faction: factionName(entry.faction),
        cards: cardList(entry.cards),
      });
    case "stopped":
      return t("ulysses.log.stopped", { faction: factionName(entry.faction), n: entry.cards });
    case "sailed":
      return t("ulysses.log.sailed", {
        place: placeName(map, entry.place),
        faction: entry.faction ? factionName(entry.faction) : "",
        prevails: entry.faction ? "yes" : "no",
      });
    case "aimed":
    case "plagued":
    case "cleared":
    case "proposed":
    case "becalmed":
    case "revealed":
      return t(`ulysses.log.${entry.kind}`, { ...by, place: placeName(map, entry.place) });
    case "ended":
      return t("ulysses.log.ended", { how: entry.how.replaceAll(" ", "_") });
    default:
      return t(`ulysses.log.${entry.kind}`, by);
  }
}

/** Cards that one seat pays or adds for one side, one after the other. */
export function joinedWords(entries: LogEntry[], scene: Scene): string | null {
  const [first] = entries;
  if (!first || (first.kind !== "paid" && first.kind !== "added")) return null;
  const cards: Record<string, number> = {};
  for (const entry of entries) {
    const other = first.kind === "added" && entry.kind === "added" && entry.faction !== first.faction;
    if (entry.kind !== first.kind || other) return null;
    for (const [card, n] of Object.entries(entry.cards)) cards[card] = (cards[card] ?? 0) + (n ?? 0);
  }
  return logWords({ ...first, cards }, scene);
}

/** The places that a line of the log marks. */
export function places(entry: LogEntry): string[] {
  const place = placeOf(entry);
  return place ? [place] : [];
}

/** What a click itself says; the preview names it already. */
const SAID = new Set<LogEntry["kind"]>([
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
export function previewWords({ log, changes }: Preview, scene: Scene): string[] {
  const { view, seat } = scene;
  const lines = log.filter(({ kind }) => !SAID.has(kind)).map((entry) => logWords(entry, scene));
  const proposed = log.find(({ kind }) => kind === "proposed" || kind === "disc");
  const to = changes.ship ?? (proposed ? placeOf(proposed) : null);
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
