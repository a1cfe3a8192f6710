// The view of Ulysses as the server sends it, and what is looked up in it.
import type { Action } from "../../api/types";
import type { Scene as AnyScene } from "../gameUi";

export type Card = "challenge" | "temple" | "wind" | "plague" | "zeus" | "pandora";
export type Colour = "purple" | "green" | "red" | "light_blue";
export type Faction = "blue" | "red" | "black";
export type Cards = Partial<Record<Card, number>>;

export const CARDS: readonly Card[] = ["challenge", "zeus", "wind", "temple", "plague", "pandora"];
export const COLOURS: readonly Colour[] = ["purple", "green", "red", "light_blue"];
export const FACTIONS: readonly Faction[] = ["blue", "red", "black"];

export interface MapPlace {
  id: string;
  name: string;
  colour: Colour | null;
  lon: number;
  lat: number;
  neighbours: string[];
}

export interface MapRoute {
  a: string;
  b: string;
  via: [number, number][];
  overland: boolean;
}

export interface SeaMap {
  title: string;
  places: MapPlace[];
  routes: MapRoute[];
  /** Steps from each place to each, in the order of the places. */
  distances: number[][];
}

export interface Objective {
  slot: number;
  colour: Colour;
  place: string | null;
  revealed: boolean;
}

export interface Seat {
  hand: Cards | null;
  hand_size: number;
  temples: number;
  objectives: Objective[];
  score: number;
  still_in: boolean;
  may_place_disc: boolean;
  faction: Faction | null;
}

export interface Side {
  place: string | null;
  cards: number;
  challenge: number;
  zeus: number;
  least: number;
}

export interface Proposal {
  factions: Record<Faction, Side>;
  leader: Faction;
}

export interface UlyssesView extends Record<string, unknown> {
  players: number;
  seat: number | null;
  to_move: number | null;
  active: number;
  first: number;
  phase: string;
  turn: number;
  options: Record<string, unknown>;
  map: SeaMap;
  ship: string;
  plague: string[];
  reserve: number;
  deck: number;
  discard: Cards;
  piles: Record<Colour, number>;
  pandora_used: boolean;
  objective_changed: boolean;
  seats: Seat[];
  proposal: Proposal | null;
  step: {
    paying_for: string;
    owed: number;
    owed_temples: number;
    due: number;
    place: string | null;
    slot: number | null;
    colour: Colour | null;
    faction: Faction | null;
  };
  ended: string | null;
}

export type Scene = AnyScene<UlyssesView>;

/** The seat whose secrets the reader sees. */
export function own(view: UlyssesView, seat: number | null): Seat | null {
  return seat === null ? null : (view.seats[seat] ?? null);
}

/** Steps between two places. */
export function steps(map: SeaMap, from: string, to: string): number {
  const index = (id: string): number => map.places.findIndex((place) => place.id === id);
  return map.distances[index(from)]?.[index(to)] ?? 0;
}

/** The places of a shortest way, both ends included. */
export function way(map: SeaMap, from: string, to: string): string[] {
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
export function goals(view: UlyssesView, seat: number | null): Objective[] {
  return own(view, seat)?.objectives.filter((goal) => !goal.revealed && goal.place) ?? [];
}

/** A choice put together from parts that belong to each other, in the notation of records. */
export function compound(kind: string, notation: string, data: Record<string, unknown>): Action {
  return { number: -1, kind, notation, data };
}
