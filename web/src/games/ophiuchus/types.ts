// The types of Ophiuchus, made from the game's own.
import type { Schemas } from "../../api/types";
import type { Preview as AnyPreview, Scene as AnyScene } from "../gameUi";

export type View = Schemas["ophiuchus.View"];
export type Action = Schemas["ophiuchus.Action"];
export type LogEntry = Schemas["ophiuchus.LogEntry"];
export type LaidTile = Schemas["ophiuchus.LaidTile"];
export type Card = Schemas["ophiuchus.Card"];
export type Facing = LaidTile["facing"];
/** A way to lay a tile: x, y, direction, sums (along, across A, across B), cards it matches, bonus. */
export type WayFacts = NonNullable<View["placements"]>[string][number];

export interface Ophiuchus {
  View: View;
  Changes: Schemas["ophiuchus.Changes"];
  Action: Action;
  Choice: Action;
  LogEntry: LogEntry;
}

export type Scene = AnyScene<Ophiuchus>;
export type Preview = AnyPreview<Ophiuchus>;
