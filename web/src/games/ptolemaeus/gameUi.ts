// How Ptolemaeus is drawn, the wheel of the zodiac and its cards, and what is said about it.
import { t } from "../../messages/messages.svelte";
import type { GameUi, OptionParts } from "../gameUi";
import Board from "./Board.svelte";
import { choiceWords, decisionWords, moveWords, reasonWords } from "./choiceWords";
import { drafting } from "./drafting";
import { logWords, joinedWords, places, previewWords } from "./logWords";
import { startOf } from "./logic/famousNights";
import Miniature from "./Miniature.svelte";
import { whoIs } from "./names";
import { prompt, waitingFor } from "./prompts";
import { countWords, revealed, stepWords, tieBreak } from "./scoringWords";
import SeatCard from "./SeatCard.svelte";
import { BONUS_KINDS } from "./view";
import Setup from "./Setup.svelte";
import { ending, textView } from "./textView";
import Tray from "./Tray.svelte";
import type { Action, Ptolemaeus } from "./types";

/** What is chosen by a button: it has no place on the wheel or among the cards, or that place is small. */
const ON_BUTTONS = new Set<Action["kind"]>(["study", "seat", "exchange", "stop", "end", "pass"]);

/** A deck that is known by its letter, or how many cards of each kind there are: 25 in all. */
const DECK: OptionParts = {
  known: ["A", "B"],
  own: BONUS_KINDS.map((kind) => (kind === "nova_constellatio" ? "3" : "2")),
  read: (value) => value.split(",").map((part) => part.trim()),
  write: (parts) => parts.join(","),
  label: (n) => t(`ptolemaeus.bonus.${BONUS_KINDS[n]!}`),
  most: 15,
};

const gameUi: GameUi<Ptolemaeus> = {
  Board,
  Tray,
  SeatCard,
  optionParts: { bonus_deck: DECK },
  Miniature,
  Setup,
  coveredOptions: ["start"],
  subtitle: ({ start }) => startOf(start),
  prompt,
  waitingFor,
  choiceWords,
  decisionWords,
  reasonWords,
  moveWords,
  isDrawn: (choice, scene) => {
    if (choice.kind === "take" && scene.view.phase === "iupiter face") return false;
    return !ON_BUTTONS.has(choice.kind);
  },
  declines: ({ kind }) => kind === "stop" || kind === "end" || kind === "pass",
  logWords,
  joinedWords,
  places,
  previewWords,
  points: (scene, seat) => scene.view.seats[seat]?.points ?? null,
  rivals: (scene) =>
    scene.view.seats.flatMap(({ umbra, points }, seat) =>
      umbra ? [{ seat, name: whoIs(seat, scene), points }] : [],
    ),
  textView,
  ending,
  tieBreak,
  stepWords,
  countWords,
  revealed,
  drafting,
};

export default gameUi;
