// The one line: what is asked now, and what the others wait for.
import { t } from "../../messages/messages.svelte";
import type { Scene, View } from "./types";

export function prompt({ view, choices }: Scene): string {
  switch (view.phase) {
    case "own":
      return t(view.allowance === 2 ? "pacal.prompt.own_two" : "pacal.prompt.own");
    case "pattern":
      return t("pacal.prompt.pattern", { cell: view.build_cell ?? "" });
    case "height":
      return t("pacal.prompt.height", { height: view.pattern_height ?? 0 });
    case "move":
      return movePrompt(view, choices.filter(({ kind }) => kind === "sacred").length, choices.length);
    case "over":
      return "";
    default:
      return t(`pacal.prompt.${view.phase}`);
  }
}

function movePrompt({ die, round }: View, sacred: number, all: number): string {
  if (sacred && sacred === all) return t("pacal.prompt.enclosed");
  const asked =
    typeof die === "number"
      ? t(round === 1 ? "pacal.prompt.first" : "pacal.prompt.move", { die })
      : t("pacal.prompt.fly");
  return sacred ? `${asked} ${t("pacal.prompt.or_sacred")}` : asked;
}

const WAITS: Partial<Record<View["phase"], "place" | "move" | "stones">> = {
  place: "place",
  move: "move",
  set: "move",
  own: "stones",
  other: "stones",
  recover: "stones",
};

/** What the others wait for. */
export function waitingFor(scene: Scene): string {
  const { phase, to_move: seat } = scene.view;
  return seat === null ? "" : t(`pacal.waiting.${WAITS[phase] ?? "build"}`, { name: scene.name(seat) });
}
