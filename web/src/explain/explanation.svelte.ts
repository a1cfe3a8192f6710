// What is explained now: one thing at a time, in a bubble beside it.
import { untrack } from "svelte";
import type { Illegal, Preview } from "../games/gameUi";

/** What there is to say of a thing. */
export interface Explained {
  /** What it is, with what is special about this one: "7 stones in the supply". */
  name: string;
  /** The entry of the game's legend that says what such things are for. */
  icon?: string;
  /** More about this very thing. */
  words?: string;
  /** Whether it can be chosen now: then its own words and the preview come first. */
  lit?: boolean;
  /** Asks the rules why it cannot be chosen now; nothing is asked of what can be. */
  ask?: (() => Promise<Preview | Illegal | null>) | null;
}

interface Shown extends Explained {
  readonly anchor: Element;
}

let now = $state.raw<Shown | null>(null);

export function explanation(): Shown | null {
  return now;
}

/** Explain a thing. */
export function explain(anchor: Element, what: Explained): void {
  now = { ...what, anchor };
}

/** What is said of a thing that is explained just now may change. */
export function explainAnew(anchor: Element, what: Explained): void {
  if (untrack(() => now)?.anchor === anchor) now = { ...what, anchor };
}

/** Say no more about a thing, or about anything. */
export function hush(anchor?: Element): void {
  if (!anchor || untrack(() => now)?.anchor === anchor) now = null;
}
