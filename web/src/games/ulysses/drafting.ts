// Which decisions are put together before they are sent: payments, and the cards played for a faction.
import type { Drafting } from "../gameUi";
import type { Action, Card, Choice, Draft, Ulysses } from "./types";
import { cardOf } from "./view";

/** What a player parts with most easily comes first; challenge cards and Zeus decide discussions. */
const CHEAPEST: readonly string[] = ["stop", "plague", "pandora", "temple", "wind", "challenge", "zeus"];
const PARTS = new Set<Choice["kind"]>(["pay", "play", "add", "stop"]);
const BEGINNINGS = new Set<Choice["kind"]>([
  "support",
  "disc",
  "build",
  "clear",
  "take",
  "pay",
  "play",
  "add",
]);

/** A whole begins a payment when it says where or what. */
function begins(choice: Choice): boolean {
  if (choice.kind !== "whole") return BEGINNINGS.has(choice.kind);
  if (choice.first === "change") return choice.colour !== null;
  return (
    (choice.first === "oppose" || choice.first === "black" || choice.first === "remove") && !!choice.place
  );
}

export const drafting: Drafting<Ulysses> = {
  begins,
  isPart: (choice) => PARTS.has(choice.kind),
  prefer: (open) => {
    const rank = (choice: Action): number => CHEAPEST.indexOf(cardOf(choice) ?? choice.kind);
    return [...open].sort((a, b) => rank(a) - rank(b))[0]!;
  },
};

/** All steps of a draft, the one that began it included. */
export function stepsOf(draft: Draft): Choice[] {
  return [draft.begun, ...draft.parts];
}

/** How many cards of a kind a draft would use, and for what. */
export function used(draft: Draft | null, card: Card): number {
  if (!draft) return 0;
  const { begun } = draft;
  const first = begun.kind === "build" && begun.card === card ? 1 : 0;
  return first + stepsOf(draft).filter((step) => PARTS.has(step.kind) && cardOf(step) === card).length;
}

/** How many cards a draft adds for a faction. */
export function added(draft: Draft): number {
  return stepsOf(draft).filter((step) => step.kind === "add").length;
}

/** One card that is added for the faction, though nobody asks for it. */
export function addition(card: Card): Action {
  return { number: -1, kind: "add", notation: `add ${card}`, card };
}

/** One card more for the faction than is needed. */
export function addMore(draft: Draft, card: Card): void {
  const stop = draft.parts.findIndex((part) => part.kind === "stop");
  if (stop >= 0) draft.drop(stop);
  draft.add(addition(card));
}

/** One card fewer, while enough are left. */
export function addFewer(draft: Draft): void {
  const last = draft.parts.findLastIndex((part) => part.kind === "add");
  if (last < 0) return;
  draft.drop(last);
  draft.add({ number: -1, kind: "stop", notation: "stop" });
}
