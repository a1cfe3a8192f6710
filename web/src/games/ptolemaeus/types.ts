// The types of Ptolemaeus, made from the game's own.
import type { Schemas } from "../../api/types";
import type { Preview as AnyPreview, Scene as AnyScene } from "../gameUi";

export type View = Schemas["ptolemaeus.View"];
export type Action = Schemas["ptolemaeus.Action"];
export type LogEntry = Schemas["ptolemaeus.LogEntry"];
export type Seat = Schemas["ptolemaeus.Seat"];
export type SignColour = Schemas["ptolemaeus.SignColour"];
export type Sign = SignColour["sign"];
export type Planet = Schemas["ptolemaeus.Study"]["planet"];
export type BonusKind = Schemas["ptolemaeus.Play"]["bonus"];
export type ConfigurationKind = Schemas["ptolemaeus.ObserveConfiguration"]["configuration"];

export interface Ptolemaeus {
  View: View;
  Changes: Schemas["ptolemaeus.Changes"];
  Action: Action;
  Choice: Action;
  LogEntry: LogEntry;
}

export type Scene = AnyScene<Ptolemaeus>;
export type Preview = AnyPreview<Ptolemaeus>;
