// How Pacal's Rocket is drawn, a city of limestone in the jungle, and what is said about it.
import type { GameUi } from "../gameUi";
import { reasonWords } from "../reasonWords";
import Board from "./Board.svelte";
import { choiceWords, decisionWords } from "./choiceWords";
import { logWords, places, previewWords } from "./logWords";
import Miniature from "./Miniature.svelte";
import { prompt, waitingFor } from "./prompts";
import SeatCard from "./SeatCard.svelte";
import { ending, textView } from "./textView";
import Tray from "./Tray.svelte";
import type { Action, Pacal } from "./types";

const DRAWN = new Set<Action["kind"]>(["place", "move", "set", "own", "other", "recover", "build", "sacred"]);

const gameUi: GameUi<Pacal> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  noSecrets: true,
  prompt,
  waitingFor,
  choiceWords,
  decisionWords,
  reasonWords: (reason) => reasonWords("pacal", reason),
  isDrawn: ({ kind }) => DRAWN.has(kind),
  logWords,
  places,
  previewWords,
  points: ({ view }, seat) => view.seats[seat]?.score ?? null,
  textView,
  ending,
  autoSend: () => true,
};

export default gameUi;
