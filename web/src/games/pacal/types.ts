// The types of Pacal's Rocket, made from the game's own.
import type { Schemas } from "../../api/types";
import type { Preview as AnyPreview, Scene as AnyScene } from "../gameUi";

/** A cell by its name, such as `F9`. */
export type Cell = string;
export type View = Schemas["pacal.View"];
export type Action = Schemas["pacal.Action"];
export type LogEntry = Schemas["pacal.LogEntry"];
export type District = Schemas["pacal.District"];
export type Plan = Schemas["pacal.Board"];
export type Player = Schemas["pacal.Seat"];
/** A constellation that can be used now, and what it would give. */
export type Build = Schemas["pacal.Construction"];
export type FinalPoints = Schemas["pacal.FinalPoints"];

export interface Pacal {
  View: View;
  Changes: Schemas["pacal.Changes"];
  Action: Action;
  Choice: Action;
  LogEntry: LogEntry;
}

export type Scene = AnyScene<Pacal>;
export type Preview = AnyPreview<Pacal>;
