// How Ptolemaeus is drawn, the wheel of the zodiac and its cards, and what is said about it.
import type { GameUi } from "../gameUi";
import Board from "./Board.svelte";
import { choiceWords, decisionWords, reasonWords } from "./choiceWords";
import { drafting } from "./drafting";
import { logWords, places, previewWords } from "./logWords";
import { startOf } from "./logic/famousNights";
import Miniature from "./Miniature.svelte";
import { whoIs } from "./names";
import { prompt, waitingFor } from "./prompts";
import SeatCard from "./SeatCard.svelte";
import Setup from "./Setup.svelte";
import { ending, textView } from "./textView";
import Tray from "./Tray.svelte";
import type { Action, Ptolemaeus } from "./types";

/** What is chosen by a button: it has no place on the wheel or among the cards, or that place is small. */
const ON_BUTTONS = new Set<Action["kind"]>(["study", "seat", "exchange", "stop", "end", "pass"]);

const gameUi: GameUi<Ptolemaeus> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  Setup,
  coveredOptions: ["start"],
  subtitle: ({ start }) => startOf(start),
  prompt,
  waitingFor,
  choiceWords,
  decisionWords,
  reasonWords,
  isDrawn: (choice, scene) => {
    if (choice.kind === "take" && scene.view.phase === "iupiter face") return false;
    return !ON_BUTTONS.has(choice.kind);
  },
  logWords,
  places,
  previewWords,
  points: (scene, seat) => scene.view.seats[seat]?.points ?? null,
  rivals: (scene) =>
    scene.view.seats.flatMap(({ umbra, points }, seat) =>
      umbra ? [{ seat, name: whoIs(seat, scene), points }] : [],
    ),
  textView,
  ending,
  drafting,
};

export default gameUi;
