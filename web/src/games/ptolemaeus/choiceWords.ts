// Choices in words, and why something is not possible.
import { t } from "../../messages/messages.svelte";
import type { Reason } from "../gameUi";
import { reasonWords as wordsOf } from "../reasonWords";
import { configurationName, counted, elementName, listed, named, whoIs } from "./names";
import type { Action, Scene } from "./types";

/** A choice as a button says it. */
export function choiceWords(choice: Action, scene: Scene): string {
  if (choice.kind !== "seat") return decisionWords(choice, scene);
  const key = scene.view.phase === "luna owner" ? "seat_owner" : "seat_hand";
  return t(`ptolemaeus.choice.${key}`, { who: whoIs(choice.seat, scene) });
}

/** A decision of any moment. */
export function decisionWords(action: Action, scene: Scene): string {
  switch (action.kind) {
    case "configuration": {
      const configuration = configurationName(action.configuration, action.signs);
      return t("ptolemaeus.choice.configuration", { configuration });
    }
    case "seat":
      return t("ptolemaeus.choice.seat_ever", { who: whoIs(action.seat, scene) });
    case "play":
      return t("ptolemaeus.choice.play", { bonus: t(`ptolemaeus.bonus.${action.bonus}`) });
    case "take":
    case "pay":
    case "discard":
      return t(`ptolemaeus.choice.${action.kind}`, { card: named(action.card) });
    case "study":
      return t("ptolemaeus.choice.study", { planet: named(action.planet) });
    case "observe":
    case "place":
    case "from":
    case "to":
    case "spend":
    case "replace":
    case "give":
      return t(`ptolemaeus.choice.${action.kind}`, { sign: named(action.sign) });
    default:
      return t(`ptolemaeus.choice.${action.kind}`);
  }
}

/** A whole move: what is done, what it is paid with, and the rest of it. */
export function moveWords([first, ...rest]: Action[], scene: Scene): string {
  if (!first) return "";
  const cards = rest.flatMap((each) => (each.kind === "pay" ? [named(each.card)] : []));
  const what = choiceWords(first, scene);
  const paid = cards.length ? t("ptolemaeus.hint.paying", { what, cards: counted(cards) }) : what;
  const others = rest.filter(({ kind }) => kind !== "pay").map((each) => decisionWords(each, scene));
  return [paid, ...others].join("; ");
}

/** Why something is not possible. */
export function reasonWords(reason: Reason | null): string {
  return wordsOf("ptolemaeus", reason, (name, value) => {
    if (name === "asked") return value;
    if (name === "colour" || name === "other") return elementName(value);
    return name === "signs" ? listed(value.split(" ").map(named)) : named(value);
  });
}
