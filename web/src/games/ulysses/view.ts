// What is looked up in a view of Ulysses, and in its choices.
import type {
  Card,
  Choice,
  Colour,
  Faction,
  LogEntry,
  Objective,
  Place,
  Proposal,
  SeaMap,
  Seat,
  Side,
  View,
} from "./types";

export const CARDS: readonly Card[] = ["challenge", "zeus", "wind", "temple", "plague", "pandora"];
export const COLOURS: readonly Colour[] = ["purple", "green", "red", "light_blue"];
export const FACTIONS: readonly Faction[] = ["blue", "red", "black"];

/** The seat whose secrets the reader sees. */
export function own(view: View, seat: number | null): Seat | null {
  return seat === null ? null : (view.seats[seat] ?? null);
}

/** A faction in the discussion. */
export function sideOf(proposal: Proposal, faction: Faction): Side {
  return proposal.factions[faction]!;
}

/** Steps between two places. */
export function steps(map: SeaMap, from: string, to: string): number {
  const index = (id: string): number => map.places.findIndex((place) => place.id === id);
  return map.distances[index(from)]?.[index(to)] ?? 0;
}

/** The places of a shortest way, both ends included. */
export function way(map: SeaMap, from: Place, to: Place): Place[] {
  const found = [from];
  for (let at = from; at !== to;) {
    const near = map.places.find((place) => place.id === at)?.neighbours ?? [];
    const next = near.find((id) => steps(map, id, to) < steps(map, at, to));
    if (!next) break;
    found.push((at = next));
  }
  return found;
}

/** The reader's objectives that are still to be reached. */
export function goals(view: View, seat: number | null): Objective[] {
  return own(view, seat)?.objectives.filter((goal) => !goal.revealed && goal.place) ?? [];
}

/** What a choice or a line of the log is about. */
type About = Choice | LogEntry;

export function placeOf(about: About): Place | null {
  return "place" in about ? about.place : null;
}

export function slotOf(about: About): number | null {
  return "slot" in about ? about.slot : null;
}

export function colourOf(about: About): Colour | null {
  return "colour" in about ? about.colour : null;
}

export function cardOf(about: Choice): Card | null {
  return "card" in about ? about.card : null;
}

/** What the first step of a choice is. */
export function firstStep(choice: Choice): Exclude<Choice["kind"], "whole"> {
  return choice.kind === "whole" ? choice.first : choice.kind;
}
