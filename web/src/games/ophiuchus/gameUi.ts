// How Ophiuchus is drawn, and what is said about it.
import type { GameUi } from "../gameUi";
import Board from "./Board.svelte";
import { choiceWords, moveWords, reasonWords, seenWords } from "./choiceWords";
import { gestureOf } from "./logic/gesture.svelte";
import { hold } from "./logic/wholeMove";
import { logWords, places, previewWords } from "./logWords";
import { takeNumber } from "./logic/keyboard";
import Miniature from "./Miniature.svelte";
import { tileName } from "./names";
import { prompt } from "./prompts";
import { countWords, revealed, stepWords } from "./scoringWords";
import SeatCard from "./SeatCard.svelte";
import { ending, textView } from "./textView";
import TextChoices from "./parts/TextChoices.svelte";
import Tray from "./Tray.svelte";
import type { Ophiuchus } from "./types";

const gameUi: GameUi<Ophiuchus> = {
  Board,
  Tray,
  TextChoices,
  SeatCard,
  Miniature,
  prompt,
  thingName: (kind, id, scene) => (kind === "tile" ? tileName(scene.view, id) : null),
  choiceWords,
  decisionWords: choiceWords,
  seenWords,
  reasonWords,
  onNumber: takeNumber,
  moveWords,
  hold,
  putBack: (scene) => gestureOf(scene).putBack(),
  // Tiles, squares, cards and prizes can all be touched where they lie.
  isDrawn: () => true,
  noButtons: true,
  logWords,
  places,
  previewWords,
  points: (scene, seat) => scene.view.seats[seat]?.score ?? null,
  textView,
  ending,
  stepWords,
  countWords,
  revealed,
};

export default gameUi;
