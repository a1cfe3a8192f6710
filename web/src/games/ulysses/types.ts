// The types of Ulysses, made from the game's own.
import type { Schemas } from "../../api/types";
import type { Draft as AnyDraft, Preview as AnyPreview, Scene as AnyScene } from "../gameUi";

export type View = Schemas["ulysses.View"];
export type Action = Schemas["ulysses.Action"];
export type LogEntry = Schemas["ulysses.LogEntry"];
export type SeaMap = Schemas["ulysses.Map"];
export type MapPlace = Schemas["ulysses.MapPlace"];
export type MapRoute = Schemas["ulysses.MapRoute"];
export type Objective = Schemas["ulysses.Objective"];
export type Seat = Schemas["ulysses.Seat"];
export type Side = Schemas["ulysses.Side"];
export type Proposal = Schemas["ulysses.Proposal"];
export type Place = MapPlace["id"];
export type Card = Schemas["ulysses.Pay"]["card"];
export type Colour = Objective["colour"];
export type Faction = Schemas["ulysses.Support"]["faction"];
/** How many cards of each kind. */
export type Cards = Partial<Record<string, number>>;

/** A decision of two or three steps that is chosen as one, in the notation of records. */
export interface Whole {
  kind: "whole";
  /** What its first step is. */
  first: "end" | "remove" | "change" | "oppose" | "black" | "plague";
  number: -1;
  notation: string;
  card: Card | null;
  slot: number | null;
  place: Place | null;
  colour: Colour | null;
}

export type Choice = Action | Whole;

export interface Ulysses {
  View: View;
  Changes: Schemas["ulysses.Changes"];
  Action: Action;
  Choice: Choice;
  LogEntry: LogEntry;
}

export type Scene = AnyScene<Ulysses>;
export type Preview = AnyPreview<Ulysses>;
export type Draft = AnyDraft<Ulysses>;
