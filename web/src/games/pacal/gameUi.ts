// How Pacal's Rocket is drawn, a city of limestone in the jungle, and what is said about it.
import { t } from "../../messages/messages.svelte";
import type { GameUi, OptionParts } from "../gameUi";
import { reasonWords } from "../reasonWords";
import Board from "./Board.svelte";
import { buttonWords, choiceWords, decisionWords, moveWords } from "./choiceWords";
import { joinedWords, logWords, places, previewWords } from "./logWords";
import Miniature from "./Miniature.svelte";
import { prompt, waitingFor } from "./prompts";
import { countWords, stepWords } from "./scoringWords";
import SeatCard from "./SeatCard.svelte";
import { ending, textView } from "./textView";
import Tray from "./Tray.svelte";
import type { Action, Pacal } from "./types";

const DRAWN = new Set<Action["kind"]>(["place", "move", "set", "own", "other", "recover", "build", "sacred"]);

/** Beside a button that declines these stands one that does them, unless there are too many. */
const OFFERED = new Set<Action["kind"]>(["own", "other", "recover", "build"]);
const FEW = 2;

/** Six faces, each a number or the arrows. */
const FACES: OptionParts = {
  read: (value) => value.split(/[\s,]+/),
  write: (parts) => parts.join(" "),
  label: (n) => t("pacal.option.die_faces.of", { n: n + 1 }),
  choices: ["1", "2", "3", "4", "5", "arrows"],
};

const gameUi: GameUi<Pacal> = {
  Board,
  Tray,
  SeatCard,
  optionParts: { die_faces: FACES },
  Miniature,
  noSecrets: true,
  prompt,
  thingName: (kind, id) => (kind === "cell" ? id : null),
  waitingFor,
  choiceWords,
  decisionWords,
  reasonWords: (reason) => reasonWords("pacal", reason),
  // Which constellation is used says more than where is built.
  wholeMove: (move) => ({ begun: move.find(({ kind }) => kind === "with") ?? move[0]!, parts: [] }),
  moveWords,
  isDrawn: ({ kind }, { choices }) =>
    DRAWN.has(kind) && !(OFFERED.has(kind) && choices.filter((each) => each.kind === kind).length <= FEW),
  declines: ({ kind }) => kind === "pass",
  buttonWords,
  logWords,
  joinedWords,
  places,
  previewWords,
  points: ({ view }, seat) => view.seats[seat]?.score ?? null,
  textView,
  ending,
  stepWords,
  countWords,
  autoSend: () => true,
};

export default gameUi;
