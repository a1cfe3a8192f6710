// Which decisions are put together before they are sent: payments, and the cards played for a faction.
import type { Action } from "../../api/types";
import type { Draft, Drafting } from "../gameUi";
import type { Card, UlyssesView } from "./view";

/** What a player parts with most easily comes first; challenge cards and Zeus decide discussions. */
const CHEAPEST: readonly string[] = ["stop", "plague", "pandora", "temple", "wind", "challenge", "zeus"];
const PARTS = new Set(["pay", "play", "add", "stop"]);
const BEGINNINGS = new Set(["support", "disc", "build", "clear", "take", "pay", "play", "add"]);
/** These begin one only when they say where or what. */
const WITH: Record<string, string> = { oppose: "place", black: "place", remove: "place", change: "colour" };

export const drafting: Drafting<UlyssesView> = {
  begins: ({ kind, data }) => BEGINNINGS.has(kind) || (WITH[kind] !== undefined && WITH[kind] in data),
  isPart: (choice) => PARTS.has(choice.kind),
  prefer: (open) => {
    const rank = (choice: Action): number => CHEAPEST.indexOf(String(choice.data.card ?? choice.kind));
    return [...open].sort((a, b) => rank(a) - rank(b))[0]!;
  },
};

/** All steps of a draft, the one that began it included. */
export function stepsOf(draft: Draft): Action[] {
  return [draft.begun, ...draft.parts];
}

/** How many cards of a kind a draft would use, and for what. */
export function used(draft: Draft | null, card: Card): number {
  if (!draft) return 0;
  const { begun } = draft;
  const first = begun.kind === "build" && (begun.data.card ?? "temple") === card ? 1 : 0;
  return first + stepsOf(draft).filter((step) => PARTS.has(step.kind) && step.data.card === card).length;
}

/** How many cards a draft adds for a faction. */
export function added(draft: Draft): number {
  return stepsOf(draft).filter((step) => step.kind === "add").length;
}

/** One card more for the faction than is needed. */
export function addMore(draft: Draft, card: Card): void {
  const stop = draft.parts.findIndex((part) => part.kind === "stop");
  const more = { number: -1, kind: "add", data: { card }, notation: `add ${card}` };
  if (stop >= 0) draft.drop(stop);
  draft.add(more);
}

/** One card fewer, while enough are left. */
export function addFewer(draft: Draft): void {
  const last = draft.parts.findLastIndex((part) => part.kind === "add");
  if (last < 0) return;
  draft.drop(last);
  draft.add({ number: -1, kind: "stop", data: {}, notation: "stop" });
}
