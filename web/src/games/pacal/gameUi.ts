// The gameUi of Pacal's Rocket: a city of limestone in the jungle, and what is said about it.
import type { GameUi } from "../gameUi";
import { reasonWords } from "../reasonWords";
import Board from "./Board.svelte";
import Miniature from "./Miniature.svelte";
import SeatCard from "./SeatCard.svelte";
import Tray from "./Tray.svelte";
import { foreseeOf, placesOf, tellOf } from "./logWords";
import { endingOf, textOf } from "./textView";
import type { PacalView } from "./view";
import { askOf, deedOf, labelOf, waitOf } from "./actionWords";

const DRAWN = new Set(["place", "move", "set", "own", "other", "recover", "build", "sacred"]);

const gameUi: GameUi<PacalView> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  open: true,
  ask: askOf,
  wait: waitOf,
  label: labelOf,
  deed: deedOf,
  why: (reason) => reasonWords("pacal", reason),
  isDrawn: ({ kind }) => DRAWN.has(kind),
  tell: tellOf,
  places: placesOf,
  foresee: foreseeOf,
  points: ({ view }, seat) => view.seats[seat]?.score ?? null,
  text: textOf,
  ending: endingOf,
  auto: () => true,
};

export default gameUi;
