// Choices in words: on buttons, in the text view, for screen readers; and why something is not possible.
import { t } from "../../messages/messages.svelte";
import type { Reason, WholeMove } from "../gameUi";
import { reasonWords as wordsOf } from "../reasonWords";
import { cardList, cardName, colourName, factionName, placeName } from "./names";
import type { Action, Cards, Choice, Scene, Ulysses, Whole } from "./types";
import { CARDS, cardOf, COLOURS, FACTIONS, own, sideOf } from "./view";

export function choiceWords(choice: Choice, scene: Scene): string {
  const { view } = scene;
  switch (choice.kind) {
    case "whole":
      return wholeWords(choice, scene);
    case "give":
      return t("ulysses.choice.give", { slot: objective(scene, choice.slot) });
    case "disc":
      return t("ulysses.choice.disc", {
        place: placeName(view.map, choice.place),
        faction: factionName(view.step.faction ?? "red"),
      });
    case "support": {
      const side = view.proposal ? sideOf(view.proposal, choice.faction) : null;
      return t("ulysses.choice.support", {
        faction: factionName(choice.faction),
        place: side?.place ? placeName(view.map, side.place) : "",
        n: side?.least ?? 1,
      });
    }
    case "pay":
    case "play":
    case "add":
      return t(`ulysses.choice.${choice.kind}`, { card: cardName(choice.card) });
    case "end":
    case "no wind":
      return t(`ulysses.choice.${choice.kind}`);
    default:
      return decisionWords(choice, scene);
  }
}

/** A whole move: what is done, and the cards that go into it. */
export function moveWords({ begun, parts }: WholeMove<Ulysses>, scene: Scene): string {
  const cards: Cards = {};
  for (const part of parts) {
    const card = cardOf(part);
    if (card) cards[card] = (cards[card] ?? 0) + 1;
  }
  // How many cards it takes is said by those that go into it.
  const what = begun.kind === "support" ? decisionWords(begun, scene) : choiceWords(begun, scene);
  return Object.keys(cards).length ? t("ulysses.hint.with", { what, cards: cardList(cards) }) : what;
}

/** A choice in few words, for a button. */
export function buttonWords(choice: Action, scene: Scene): string {
  if (choice.kind === "support") return t("ulysses.button.support", { faction: factionName(choice.faction) });
  if (choice.kind === "oppose" || choice.kind === "black") return t(`ulysses.button.${choice.kind}`);
  if (choice.kind === "wind" && choice.card !== "zeus") return t("ulysses.button.wind");
  return choiceWords(choice, scene);
}

/** Several steps that are chosen as one. */
function wholeWords(whole: Whole, scene: Scene): string {
  const place = whole.place ? placeName(scene.view.map, whole.place) : "";
  switch (whole.first) {
    case "end":
      return t("ulysses.choice.propose", { place });
    case "remove":
      return t("ulysses.choice.clear", { place });
    case "plague":
      return t("ulysses.choice.at", { place });
    case "oppose":
    case "black":
      return t(`ulysses.choice.${whole.first}.at`, { place });
    case "change": {
      const slot = whole.slot === null ? "" : objective(scene, whole.slot);
      return whole.colour
        ? t("ulysses.choice.change.for", { slot, colour: colourName(whole.colour) })
        : t("ulysses.choice.give", { slot });
    }
  }
}

/** A decision of some other moment: whose disc it is and how many cards it takes is not known then. */
export function decisionWords(action: Action, { view }: Scene): string {
  switch (action.kind) {
    case "pandora":
    case "plague":
    case "build":
    case "wind":
      return t(`ulysses.choice.${action.kind}${action.card === "zeus" ? ".zeus" : ""}`);
    case "give":
      return t("ulysses.choice.give_ever", { slot: action.slot });
    case "take":
      return t("ulysses.choice.take", { colour: colourName(action.colour) });
    case "at":
    case "clear":
    case "propose":
      return t(`ulysses.choice.${action.kind}`, { place: placeName(view.map, action.place) });
    case "disc":
      return t("ulysses.choice.disc_ever", { place: placeName(view.map, action.place) });
    case "support":
      return t("ulysses.choice.support_ever", { faction: factionName(action.faction) });
    case "pay":
    case "play":
    case "add":
      return t(`ulysses.choice.${action.kind}_ever`, { card: cardName(action.card) });
    case "end":
    case "no wind":
      return t(`ulysses.choice.${action.kind}_ever`);
    default:
      return t(`ulysses.choice.${action.kind}`);
  }
}

/** Why something is not possible. */
export function reasonWords(reason: Reason | null, scene: Scene): string {
  return wordsOf("ulysses", reason, (name, value) => thing(scene, name, value));
}

/** The name of a place, a card, a colour or a faction. */
function thing({ view }: Scene, what: string, id: string): string {
  if (what === "place" || what === "ship") return placeName(view.map, id);
  const card = what === "card" && CARDS.find((each) => each === id);
  if (card) return cardName(card);
  const colour = what === "colour" && COLOURS.find((each) => each === id);
  if (colour) return colourName(colour);
  const faction = what === "faction" && FACTIONS.find((each) => each === id);
  return faction ? factionName(faction) : id;
}

function objective({ view, seat }: Scene, slot: number): string {
  const goal = own(view, seat)?.objectives.find((each) => each.slot === slot);
  return goal?.place ? placeName(view.map, goal.place) : String(slot);
}
