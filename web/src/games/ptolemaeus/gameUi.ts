// The gameUi of Ptolemaeus: the wheel of the zodiac, its cards and its words.
import type { GameUi } from "../gameUi";
import { t } from "../../messages/messages.svelte";
import Board from "./Board.svelte";
import { ask, deed, label, wait, whoIs, why } from "./actionWords";
import Miniature from "./Miniature.svelte";
import { beganAt } from "./logic/famousNights";
import { paying } from "./drafting";
import SeatCard from "./SeatCard.svelte";
import Setup from "./Setup.svelte";
import { foresee, places, tell } from "./logWords";
import { text } from "./textView";
import Tray from "./Tray.svelte";
import type { SkyView } from "./view";

/** What is chosen by a button: it has no place on the wheel or among the cards, or that place is small. */
const ON_BUTTONS = new Set(["study", "seat", "exchange", "stop", "end", "pass"]);

const gameUi: GameUi<SkyView> = {
  Board,
  Tray,
  SeatCard,
  Miniature,
  Setup,
  covers: ["start"],
  about: ({ start }) => beganAt(start),
  ask,
  wait,
  label,
  deed,
  why,
  isDrawn: (choice, scene) => {
    if (choice.kind === "take" && scene.view.phase === "iupiter gameUi") return false;
    return !ON_BUTTONS.has(choice.kind);
  },
  tell,
  places,
  foresee,
  points: (scene, seat) => scene.view.seats[seat]?.points ?? null,
  rivals: (scene) =>
    scene.view.seats.flatMap(({ umbra, points }, seat) =>
      umbra ? [{ seat, name: whoIs(seat, scene), points }] : [],
    ),
  text,
  ending: (scene) => {
    const { view } = scene;
    const how =
      view.winner !== null
        ? t("ptolemaeus.ending.twelve", { who: whoIs(view.winner, scene), me: view.winner === scene.seat })
        : t("ptolemaeus.ending.comet");
    if (!view.result || !view.rank) return how;
    const result = t(`ptolemaeus.result.${view.result}`);
    return t("ptolemaeus.ending.solo", {
      how,
      result: result.charAt(0).toUpperCase() + result.slice(1),
      rank: t(`ptolemaeus.rank.${view.rank}`),
    });
  },
  drafting: paying,
};

export default gameUi;
