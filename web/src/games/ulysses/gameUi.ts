// The gameUi of Ulysses.
import "./colours.css";
import type { Action } from "../../api/types";
import type { GameUi } from "../gameUi";
import { aheadOf } from "./logic/secondSteps.svelte";
import { ask, wait } from "./prompts";
import Board from "./Board.svelte";
import { drafting } from "./drafting";
import { deedOf, labelOf, whyOf } from "./actionWords";
import Miniature from "./Miniature.svelte";
import SeatCard from "./SeatCard.svelte";
import { foresee, placesOf, tell } from "./logWords";
import { ending, text } from "./textView";
import Tray from "./Tray.svelte";
import type { Scene, UlyssesView } from "./view";

const DRAWN = new Set([
  "plague",
  "pandora",
  "build",
  "wind",
  "support",
  "give",
  "take",
  "pay",
  "play",
  "add",
]);
const LOOKED_AHEAD = new Set(["end", "remove", "change", "oppose", "black"]);

/** Whether a choice is choosable on map, balance or cards; all others become buttons. */
function isDrawn(choice: Action, scene: Scene): boolean {
  if (DRAWN.has(choice.kind) || typeof choice.data.place === "string") return true;
  return LOOKED_AHEAD.has(choice.kind) && aheadOf(scene).covers(choice);
}

const gameUi: GameUi<UlyssesView> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  ask,
  wait,
  label: labelOf,
  deed: deedOf,
  why: whyOf,
  isDrawn,
  tell,
  places: placesOf,
  foresee,
  points: (scene, seat) => scene.view.seats?.[seat]?.score ?? null,
  text,
  tint: (source) => {
    const colour = /^(.+) objective$/.exec(source)?.[1];
    return colour ? `var(--place-${colour.replaceAll(/[ _]/g, "-")})` : null;
  },
  ending,
  drafting,
};

export default gameUi;
