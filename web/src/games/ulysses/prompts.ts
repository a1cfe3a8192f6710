// The one line: what is asked now, and what the others wait for.
import { t } from "../../messages/messages.svelte";
import { secondStepsOf } from "./logic/secondSteps.svelte";
import { factionName, placeName, sentence, who } from "./names";
import { anyOf } from "../offers";
import type { Action, Scene } from "./types";
import { firstStep, sideOf } from "./view";

export function prompt(scene: Scene): string {
  const { draft } = scene;
  if (draft) {
    const forFaction = draft.begun.kind === "support" || draft.parts.some(({ kind }) => kind === "add");
    return t(forFaction ? "ulysses.prompt.cards" : "ulysses.prompt.pay");
  }
  const { begun } = secondStepsOf(scene);
  if (begun && firstStep(begun) === "plague") return t("ulysses.prompt.plague place");
  if (begun && firstStep(begun) === "change") return t("ulysses.prompt.take");
  if (begun && (firstStep(begun) === "oppose" || firstStep(begun) === "black"))
    return t("ulysses.prompt.disc place", {
      faction: factionName(firstStep(begun) === "oppose" ? "red" : "black"),
    });
  return sentence(phasePrompt(scene));
}

/** Everything that may be done in the action phase or in the discussion. */
function offersOf(choices: readonly Action[]): string {
  return anyOf(choices, {
    pandora: t("ulysses.offer.card"),
    plague: t("ulysses.offer.card"),
    build: t("ulysses.offer.build"),
    remove: t("ulysses.offer.remove"),
    change: t("ulysses.offer.change"),
    end: t("ulysses.offer.propose"),
    support: t("ulysses.offer.support"),
    black: t("ulysses.offer.black"),
    pass: t("ulysses.offer.pass"),
  });
}

function phasePrompt(scene: Scene): string {
  const { view, choices } = scene;
  const { step, proposal } = view;
  const several = choices.length > 1;
  const faction = step.faction ? factionName(step.faction) : "";
  const n = step.owed || step.owed_temples || step.due;
  switch (view.phase) {
    case "action":
      return choices.some(({ kind }) => kind === "end")
        ? t("ulysses.prompt.action", { offers: offersOf(choices) })
        : t("ulysses.prompt.must_clear");
    case "pay": {
      const why = step.paying_for === "nothing" ? "" : t(`ulysses.paying.${step.paying_for}`);
      return t("ulysses.prompt.pay_now", { n, why });
    }
    case "pay temple":
      return t("ulysses.prompt.pay temple", { n });
    case "propose":
      return t("ulysses.prompt.propose", { ship: placeName(view.map, view.ship) });
    case "declare": {
      const blue = proposal ? sideOf(proposal, "blue").place : null;
      return t(several ? "ulysses.prompt.declare" : "ulysses.prompt.only_agree", {
        ...who(scene, view.active),
        place: blue ? placeName(view.map, blue) : "",
      });
    }
    case "disc place":
      return t("ulysses.prompt.disc place", { faction });
    case "faction": {
      const to = proposal ? (sideOf(proposal, proposal.leader).place ?? view.ship) : null;
      return t(several ? "ulysses.prompt.faction" : "ulysses.prompt.only_pass", {
        leader: proposal ? factionName(proposal.leader) : "",
        to: to ? placeName(view.map, to) : "",
        offers: offersOf(choices),
      });
    }
    case "commit":
      return t(step.due > 0 ? "ulysses.prompt.commit" : "ulysses.prompt.more", { n, faction });
    case "wind":
      return t(several ? "ulysses.prompt.wind" : "ulysses.prompt.only_stay");
    default:
      return t(`ulysses.prompt.${view.phase}`);
  }
}

export function waitingFor(scene: Scene): string {
  const { view, actor } = scene;
  if (actor === null) return "";
  const name = scene.name(actor);
  const blue = view.proposal ? sideOf(view.proposal, "blue").place : null;
  const place = placeName(view.map, blue ?? view.ship);
  return t(`ulysses.waiting.${view.phase === "over" ? "action" : view.phase}`, { name, place });
}
