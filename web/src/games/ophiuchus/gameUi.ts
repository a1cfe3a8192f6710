// How Ophiuchus is drawn, and what is said about it.
import type { GameUi } from "../gameUi";
import Board from "./Board.svelte";
import { choiceWords, reasonWords } from "./choiceWords";
import { logWords, places, previewWords } from "./logWords";
import Miniature from "./Miniature.svelte";
import { prompt } from "./prompts";
import SeatCard from "./SeatCard.svelte";
import { ending, textView } from "./textView";
import Tray from "./Tray.svelte";
import type { Ophiuchus } from "./types";

const gameUi: GameUi<Ophiuchus> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  prompt,
  choiceWords,
  decisionWords: choiceWords,
  reasonWords,
  // Tiles, squares, cards and prizes can all be touched where they lie.
  isDrawn: () => true,
  logWords,
  places,
  previewWords,
  points: (scene, seat) => scene.view.seats[seat]?.score ?? null,
  textView,
  ending,
};

export default gameUi;
