// What the server tells of a game of Ophiuchus.
import type { Scene } from "../gameUi";

export type Facing = "E" | "S" | "W" | "N";
export type Star = "R" | "O" | "Y" | "G" | "B" | "V";

export interface LaidTile {
  tile: string;
  x: number;
  y: number;
  facing: Facing;
  halves: [string, string];
}

export interface CardFacts {
  shape: "line" | "square";
  size: number;
  rule: "given" | "equal" | "different";
  symbol: Star | "";
  points: number;
}

export interface SeatFacts {
  hand: string[] | null;
  hand_size: number;
  cards: string[];
  tokens: number;
  score: number;
}

/** A way to lay a tile: x, y, direction, sums (along, across A, across B), cards it matches, bonus. */
export type WayFacts = [number, number, Facing, [number, number, number], string[], boolean];

export interface SkyView {
  game: string;
  seat: number | null;
  players: number;
  to_move: number | null;
  start: number;
  phase: "take" | "at" | "facing" | "claim" | "bonus" | "return" | "over";
  options: Record<string, string | boolean>;
  sky: LaidTile[];
  limits: { grid: number; row: number; penalty: number };
  box: { west: number; east: number; north: number; south: number };
  reserve: number;
  supply: number;
  firmament: string[];
  cards: Record<string, CardFacts>;
  seats: SeatFacts[];
  tiles: Record<string, [string, string]>;
  unseen: string[];
  picked: string | null;
  square: [number, number] | null;
  playable: string[] | null;
  placements: Record<string, WayFacts[]> | null;
  matched: string[];
  ended: string | null;
  title: string | null;
}

export type SkyScene = Scene<SkyView>;

export const FACINGS: readonly Facing[] = ["E", "S", "W", "N"];
export const STEP: Record<Facing, readonly [number, number]> = {
  E: [1, 0],
  S: [0, 1],
  W: [-1, 0],
  N: [0, -1],
};

/** Who has won a card, if anyone. */
export function holderOf(view: SkyView, card: string): number | null {
  const seat = view.seats.findIndex((each) => each.cards.includes(card));
  return seat < 0 ? null : seat;
}
