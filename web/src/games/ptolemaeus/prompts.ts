// The one line: what is asked now, and what the others wait for.
import { t } from "../../messages/messages.svelte";
import { listed, named, whoIs } from "./names";
import { anyOf } from "../offers";
import type { Action, Scene, View } from "./types";
import { signsOf } from "./view";

const PROMPTS = {
  before: "before",
  over: "before",
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
} as const satisfies Record<View["phase"], string>;

/** What is asked of the reader now. */
export function prompt(scene: Scene): string {
  const { view, draft } = scene;
  if (draft) {
    const signs = listed([...new Set(signsOf(draft.begun))].map(named));
    return t(draft.complete ? "ptolemaeus.prompt.draft" : "ptolemaeus.prompt.draft_open", { signs });
  }
  const way = view.under_way;
  const kinds = new Set(scene.choices.map(({ kind }) => kind));
  if (kinds.has("pass")) return t("ptolemaeus.prompt.pass");
  if (view.phase === "before" || view.phase === "after")
    return t(`ptolemaeus.prompt.${view.phase}`, { offers: offersOf(scene.choices) });
  const sign = way?.source ?? way?.placing ?? way?.study ?? "";
  const asked = t(`ptolemaeus.prompt.${PROMPTS[view.phase]}`, {
    signs: listed([...new Set(way?.signs ?? [])].map(named)),
    sign: sign ? named(sign) : "",
    planet: way?.study_planet ? named(way.study_planet) : "",
    offers: "",
  });
  return kinds.has("stop") ? `${asked} ${t("ptolemaeus.prompt.or_stop")}` : asked;
}

/** Everything that may be done before or after the action. */
function offersOf(choices: readonly Action[]): string {
  return anyOf(choices, {
    draw: t("ptolemaeus.offer.draw"),
    take: t("ptolemaeus.offer.draw"),
    observe: t("ptolemaeus.offer.observe"),
    configuration: t("ptolemaeus.offer.configuration"),
    study: t("ptolemaeus.offer.study"),
    play: t("ptolemaeus.offer.play"),
    exchange: t("ptolemaeus.offer.exchange"),
    end: t("ptolemaeus.offer.end"),
  });
}

/** What the others wait for. */
export function waitingFor(scene: Scene): string {
  const { view } = scene;
  const who = view.to_move === null ? "" : whoIs(view.to_move, scene);
  if (view.phase === "mars give") return t("ptolemaeus.waiting.mars", { who });
  if (view.phase.endsWith("discard")) return t("ptolemaeus.waiting.discard", { who });
  return t("ptolemaeus.waiting.turn", { who });
}
