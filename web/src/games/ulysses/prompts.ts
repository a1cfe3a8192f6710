// The one line: what is asked now, and what the others wait for.
import { t } from "../../messages/messages.svelte";
import { aheadOf } from "./logic/secondSteps.svelte";
import { factionName, placeName, who } from "./names";
import type { Scene } from "./view";

export function ask(scene: Scene): string {
  const { view, draft } = scene;
  const { step, proposal } = view;
  const ahead = aheadOf(scene);
  const blue = proposal?.factions.blue.place;
  const values = {
    ...who(scene, view.active),
    place: blue ? placeName(view.map, blue) : "",
    ship: placeName(view.map, view.ship),
    faction: step.faction ? factionName(step.faction) : "",
    leader: proposal ? factionName(proposal.leader) : "",
    to: proposal ? placeName(view.map, proposal.factions[proposal.leader].place ?? view.ship) : "",
    n: step.owed || step.owed_temples || step.due,
  };
  const say = (key: string): string => {
    const words = t(`ulysses.prompt.${key}`, values);
    return words.charAt(0).toLocaleUpperCase() + words.slice(1);
  };
  if (draft)
    return say(
      draft.begun.kind === "support" || draft.parts.some(({ kind }) => kind === "add") ? "cards" : "pay",
    );
  if (ahead.begun?.kind === "plague") return say("plague_place");
  if (ahead.begun?.kind === "change") return say("take");
  switch (view.phase) {
    case "action":
      return say(scene.choices.some(({ kind }) => kind === "end") ? "action" : "must_clear");
    case "pay":
      return t("ulysses.prompt.pay_now", { ...values, why: t(`ulysses.paying.${step.paying_for}`) });
    case "commit":
      return say(step.due > 0 ? "commit" : "more");
    case "faction":
      return say(scene.choices.length > 1 ? "faction" : "only_pass");
    case "declare":
      return say(scene.choices.length > 1 ? "declare" : "only_agree");
    case "wind":
      return say(scene.choices.length > 1 ? "wind" : "only_stay");
    default:
      return say(view.phase.replace(" ", "_"));
  }
}

export function wait(scene: Scene): string {
  const { view, actor } = scene;
  if (actor === null || !view.map) return "";
  const name = scene.name(actor);
  const blue = view.proposal?.factions.blue.place;
  const place = blue ? placeName(view.map, blue) : placeName(view.map, view.ship);
  const key = view.phase === "over" ? "action" : view.phase.replace(" ", "_");
  return t(`ulysses.waiting.${key}`, { name, place });
}
