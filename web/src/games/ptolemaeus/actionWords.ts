// Choices in words, and what the reader is asked.
import type { Reason, Scene } from "../gameUi";
import { reasonWords } from "../reasonWords";
import { t } from "../../messages/messages.svelte";
import type { Action, Action } from "../../api/types";
import { configuration, listed, named } from "./names";
import type { SkyView } from "./view";

type At = Scene<SkyView>;

/** Whoever sits there; in the game for one the second side is Umbra. */
export function whoIs(seat: number, scene: At): string {
  return scene.view.seats[seat]?.umbra ? named("umbra") : scene.name(seat);
}

/** A choice as a button says it. */
export function label(choice: Action, scene: At): string {
  if (choice.kind !== "seat") return deed(choice, scene);
  const key = scene.view.phase === "luna owner" ? "seat_owner" : "seat_hand";
  return t(`ptolemaeus.choice.${key}`, { who: whoIs(Number(choice.data.seat), scene) });
}

/** A decision of any moment. */
export function deed({ kind, data }: Action, scene: At): string {
  const word = (key: string): string => (typeof data[key] === "string" ? named(data[key]) : "");
  if (kind === "configuration") {
    const what = configuration(String(data.configuration), data.signs as string[]);
    return t("ptolemaeus.choice.configuration", { configuration: what });
  }
  if (kind === "seat") return t("ptolemaeus.choice.seat_ever", { who: whoIs(Number(data.seat), scene) });
  if (kind === "play")
    return t("ptolemaeus.choice.play", { bonus: t(`ptolemaeus.bonus.${String(data.bonus)}`) });
  return t(`ptolemaeus.choice.${kind}`, { card: word("card"), sign: word("sign"), planet: word("planet") });
}

const ASKED: Record<string, string> = {
  "draw second": "second",
  pay: "pay",
  order: "order",
  "move from": "move",
  "study which": "which",
  after: "after",
  "study other": "other",
  "luna sign": "luna",
  "luna owner": "owner",
  "mercurius from": "from",
  "mercurius to": "to",
  "signum sign": "signum",
  "venus draw": "venus",
  "iupiter seat": "iupiter",
  "iupiter face": "face",
  "mars give": "mars",
  "saturnus discard": "saturnus",
  "eclipsis discard": "eclipsis",
};

function signsOf(choice: Action): string[] {
  return (choice.data.signs as string[] | undefined) ?? (choice.data.sign ? [String(choice.data.sign)] : []);
}

/** What is asked of the reader now. */
export function ask(scene: At): string {
  const { view, draft } = scene;
  if (draft) {
    const signs = listed([...new Set(signsOf(draft.begun))].map(named));
    return t(draft.complete ? "ptolemaeus.prompt.draft" : "ptolemaeus.prompt.draft_open", { signs });
  }
  const way = view.under_way;
  if (view.phase === "before") return t(`ptolemaeus.prompt.${askedFirst(scene.choices)}`);
  const sign = way?.source ?? way?.placing ?? way?.study ?? "";
  return t(`ptolemaeus.prompt.${ASKED[view.phase] ?? "before"}`, {
    signs: listed([...new Set(way?.signs ?? [])].map(named)),
    sign: sign ? named(sign) : "",
    planet: way?.study_planet ? named(way.study_planet) : "",
  });
}

function askedFirst(choices: Action[]): string {
  if (choices.some((choice) => choice.kind === "pass")) return "pass";
  const kinds = new Set(choices.map((choice) => choice.kind));
  if (kinds.has("play")) return "before";
  if (kinds.has("configuration")) return "before_sky";
  return kinds.has("observe") ? "before_sign" : "before_draw";
}

/** What the others wait for. */
export function wait(scene: At): string {
  const { view } = scene;
  const who = view.to_move === null ? "" : whoIs(view.to_move, scene);
  if (view.phase === "mars give") return t("ptolemaeus.waiting.mars", { who });
  if (view.phase.endsWith("discard")) return t("ptolemaeus.waiting.discard", { who });
  return t("ptolemaeus.waiting.turn", { who });
}

/** Why something is not possible. */
export function why(reason: Reason | null): string {
  return reasonWords("ptolemaeus", reason, (name, value) => (name === "asked" ? value : named(value)));
}
