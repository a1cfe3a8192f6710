// The one line: what is asked now, and what the others wait for.
import { t } from "../../messages/messages.svelte";
import { listed, named, whoIs } from "./names";
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
  if (view.phase === "before") return t(`ptolemaeus.prompt.${firstOf(scene.choices)}`);
  const sign = way?.source ?? way?.placing ?? way?.study ?? "";
  return t(`ptolemaeus.prompt.${PROMPTS[view.phase]}`, {
    signs: listed([...new Set(way?.signs ?? [])].map(named)),
    sign: sign ? named(sign) : "",
    planet: way?.study_planet ? named(way.study_planet) : "",
  });
}

/** What can be done at the beginning of a turn. */
function firstOf(choices: Action[]): "pass" | "before" | "before_sky" | "before_sign" | "before_draw" {
  const kinds = new Set(choices.map((choice) => choice.kind));
  if (kinds.has("pass")) return "pass";
  if (kinds.has("play")) return "before";
  if (kinds.has("configuration")) return "before_sky";
  return kinds.has("observe") ? "before_sign" : "before_draw";
}

/** What the others wait for. */
export function waitingFor(scene: Scene): string {
  const { view } = scene;
  const who = view.to_move === null ? "" : whoIs(view.to_move, scene);
  if (view.phase === "mars give") return t("ptolemaeus.waiting.mars", { who });
  if (view.phase.endsWith("discard")) return t("ptolemaeus.waiting.discard", { who });
  return t("ptolemaeus.waiting.turn", { who });
}
