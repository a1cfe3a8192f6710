// The gameUi of Ophiuchus.
import type { GameUi } from "../gameUi";
import Board from "./Board.svelte";
import Miniature from "./Miniature.svelte";
import SeatCard from "./SeatCard.svelte";
import { ending, text } from "./textView";
import Tray from "./Tray.svelte";
import type { SkyView } from "./view";
import { ask, foresee, labelOf, places, tell, whyOf } from "./actionWords";

const gameUi: GameUi<SkyView> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  ask,
  label: labelOf,
  deed: labelOf,
  why: whyOf,
  // Tiles, squares, cards and prizes can all be touched where they lie.
  isDrawn: () => true,
  tell,
  places,
  foresee,
  points: (scene, seat) => scene.view.seats[seat]?.score ?? null,
  text,
  ending,
};

export default gameUi;
