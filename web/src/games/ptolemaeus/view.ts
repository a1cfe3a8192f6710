// What is looked up in a view of Ptolemaeus, and in its actions.
import type { View as AnyView } from "../../api/types";
import type { Action, BonusKind, ConfigurationKind, Planet, Sign, View } from "./types";

/** From the Earth outwards. */
export const PLANETS: readonly Planet[] = [
  "luna",
  "mercurius",
  "venus",
  "sol",
  "mars",
  "iupiter",
  "saturnus",
];

/** In the order in which a deck of one's own counts them. */
export const BONUS_KINDS: readonly BonusKind[] = [
  "nova_luna",
  "venus_retrograda",
  "maleficus_mars",
  "maleficus_saturnus",
  "mercurius_retrogradus",
  "sol_in_medio_caeli",
  "iupiter_orientalis",
  "signum_ignis",
  "signum_terrae",
  "signum_aeris",
  "signum_aquae",
  "nova_constellatio",
];

const KINDS: readonly ConfigurationKind[] = ["conjunction", "opposition", "trine", "square"];

/** Whether this is a view of Ptolemaeus. */
export function isView(view: AnyView): view is View {
  return view.game === "ptolemaeus";
}

/** A configuration taken apart. */
export interface Configuration {
  name: string;
  kind: ConfigurationKind;
  signs: Sign[];
}

/** A configuration as the view names it, such as "square aries-cancer" or "trine red", taken apart. */
export function configurationOf(name: string, view: View): Configuration {
  const [first = "", where = ""] = name.split(" ");
  const kind = KINDS.find((each) => each === first) ?? "conjunction";
  const signs =
    kind === "trine"
      ? view.signs.filter(({ colour }) => colour === where)
      : where.split("-").flatMap((name) => view.signs.filter(({ sign }) => sign === name));
  return { kind, signs: signs.map(({ sign }) => sign), name };
}

/** The signs that an action is about. */
export function signsOf(action: Action): Sign[] {
  if ("signs" in action) return action.signs;
  return "sign" in action ? [action.sign] : [];
}

/** The one sign that an action is about, if there is one. */
export function signOf(action: Action): Sign | null {
  return "sign" in action ? action.sign : null;
}
