// How Ulysses is drawn, and what is said about it.
import "./colours.css";
import { t } from "../../messages/messages.svelte";
import type { GameUi, OptionParts } from "../gameUi";
import Board from "./Board.svelte";
import { buttonWords, choiceWords, decisionWords, moveWords, reasonWords } from "./choiceWords";
import { drafting } from "./drafting";
import { joinedWords, logWords, places, previewWords } from "./logWords";
import { secondStepsOf, wholeMove } from "./logic/secondSteps.svelte";
import Miniature from "./Miniature.svelte";
import { prompt, waitingFor } from "./prompts";
import { revealed, stepWords } from "./scoringWords";
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
  if (OFFERED.has(choice.kind)) return false;
  return DRAWN.has(choice.kind) || placeOf(choice) !== null || secondStepsOf(scene).covers(choice);
}

/** What is offered in the discussion has a button beside the one that declines it. */
const OFFERED = new Set<Action["kind"]>(["oppose", "black", "support", "wind"]);

/** Where the disc goes is chosen on the map, before anything is sent. */
function begin(choice: Action, scene: Scene): boolean {
  return (choice.kind === "oppose" || choice.kind === "black") && secondStepsOf(scene).begin(choice);
}

/** One number for each player, in the order of their turns; those of players who are not there stay as they are. */
const OPENING_HANDS: OptionParts = {
  read: (value) => value.split(",").map((part) => part.trim()),
  write: (parts) => parts.join(","),
  label: (n) => t("ulysses.option.opening_hand.of", { n: n + 1 }),
  count: (players) => players,
  most: 20,
};

const gameUi: GameUi<Ulysses> = {
  Board,
  Tray,
  SeatCard,
  optionParts: { opening_hand: OPENING_HANDS },
  Miniature,
  prompt,
  waitingFor,
  choiceWords,
  decisionWords,
  reasonWords,
  wholeMove: (move) => wholeMove(move),
  moveWords: (move, scene) => moveWords(wholeMove(move), scene),
  putBack: (scene) => secondStepsOf(scene).putBack(),
  isDrawn,
  declines: ({ kind }) => kind === "pass" || kind === "stop" || kind === "no wind",
  buttonWords,
  begin,
  logWords,
  joinedWords,
  places,
  previewWords,
  points: (scene, seat) => scene.view.seats[seat]?.score ?? null,
  textView,
  sourceColour: (source) => {
    const colour = /^(.+) objective$/.exec(source)?.[1];
    return colour ? `var(--place-${colour.replaceAll(/[ _]/g, "-")})` : null;
  },
  ending,
  stepWords,
  revealed,
  drafting,
};

export default gameUi;
