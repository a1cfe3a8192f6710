// How Ulysses is drawn, and what is said about it.
import "./colours.css";
import type { GameUi } from "../gameUi";
import Board from "./Board.svelte";
import { choiceWords, decisionWords, reasonWords } from "./choiceWords";
import { drafting } from "./drafting";
import { logWords, places, previewWords } from "./logWords";
import { secondStepsOf } from "./logic/secondSteps.svelte";
import Miniature from "./Miniature.svelte";
import { prompt, waitingFor } from "./prompts";
import SeatCard from "./SeatCard.svelte";
import { ending, textView } from "./textView";
import Tray from "./Tray.svelte";
import type { Action, Scene, Ulysses } from "./types";
import { placeOf } from "./view";

const DRAWN = new Set<Action["kind"]>([
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

/** Whether a choice can be picked on map, balance or cards; all others become buttons. */
function isDrawn(choice: Action, scene: Scene): boolean {
  return DRAWN.has(choice.kind) || placeOf(choice) !== null || secondStepsOf(scene).covers(choice);
}

const gameUi: GameUi<Ulysses> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  prompt,
  waitingFor,
  choiceWords,
  decisionWords,
  reasonWords,
  isDrawn,
  logWords,
  places,
  previewWords,
  points: (scene, seat) => scene.view.seats[seat]?.score ?? null,
  textView,
  sourceColour: (source) => {
    const colour = /^(.+) objective$/.exec(source)?.[1];
    return colour ? `var(--place-${colour.replaceAll(/[ _]/g, "-")})` : null;
  },
  ending,
  drafting,
};

export default gameUi;
