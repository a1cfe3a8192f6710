// How a game without a board of its own is shown: its view as tables and lists, its choices as buttons in notation.
import { readable, linesOf, partsOf, pointsOf } from "./viewData";
import { t } from "../../messages/messages.svelte";
import { seatName } from "../../table/seatNames";
import type { GameUi, Scene } from "../gameUi";
import type { LogEntry } from "../../api/types";
import { reasonWords } from "../reasonWords";
import Board from "./Board.svelte";
import Miniature from "./Miniature.svelte";

/** The words of the log tell of someone else, so names stand in them also for the reader. */
function logWords({ seat, words }: LogEntry, scene: Scene): string {
  return seat === null
    ? words.charAt(0).toUpperCase() + words.slice(1)
    : `${seatName(scene.seats, seat)} ${words}`;
}

const gameUi: GameUi = {
  Board,
  Miniature,
  prompt: ({ view }) => view.asked || t("frame.your_turn"),
  choiceWords: ({ notation }) => notation,
  decisionWords: ({ notation }) => notation,
  reasonWords: (reason, { view }) => reasonWords(view.game, reason),
  isDrawn: () => false,
  logWords,
  places: () => [],
  previewWords: ({ log }, scene) => log.map((entry) => logWords(entry, scene)),
  points: ({ view }, seat) => pointsOf(view, seat),
  textView: ({ view }) =>
    partsOf(view).map(({ name, value }) => ({ heading: readable(name), lines: linesOf(value) })),
  ending: () => "",
};

export default gameUi;
