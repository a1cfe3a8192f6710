// Decisions of two steps in one click: what could be chosen next is asked of the server, so that a neighbour can be
// proposed, a plague removed or a place opposed directly on the map. Nothing is sent before it is whole.
import { SvelteSet } from "svelte/reactivity";
import type { WholeMove } from "../../gameUi";
import type { Action, Choice, LogEntry, Scene, Ulysses, Whole } from "../types";
import { cardOf, colourOf, firstStep, placeOf, slotOf } from "../view";

/** First steps whose second step is choosable at once, and the verb of the whole in records. */
const AT_ONCE: Partial<Record<Action["kind"], string>> = {
  end: "sail",
  remove: "remove",
  change: "change",
  oppose: "oppose",
  black: "black",
};
const SECOND = new Set<Action["kind"]>(["propose", "clear", "give", "disc", "at", "take"]);
/** What the log says when a second step had only one answer, which was taken. */
const TAKEN = new Set<LogEntry["kind"]>(["proposed", "aimed", "disc", "gives", "wants"]);

export class SecondSteps {
  /** Whole decisions by the notation of their first step. */
  found = $state.raw<Record<string, Whole[]>>({});
  /** A first step that the reader began here and has not sent. */
  begun = $state.raw<Choice | null>(null);
  open = $state.raw<Whole[]>([]);
  #asked: readonly Action[] = [];
  /** First steps about which the server was asked and has not answered. */
  #asking = new SvelteSet<string>();

  constructor(private readonly scene: Scene) {}

  /** Look ahead again whenever something else is asked. */
  look(): void {
    const { choices } = this.scene;
    if (choices === this.#asked) return;
    this.#asked = choices;
    this.found = {};
    this.#asking.clear();
    this.cancel();
    for (const choice of choices) {
      const verb = AT_ONCE[choice.kind];
      if (verb) void this.#second(choice, verb);
    }
  }

  /** Whether a first step is choosable by its second ones, or may turn out to be. */
  covers(choice: Action): boolean {
    return this.#asking.has(choice.notation) || !!this.found[choice.notation]?.length;
  }

  /** Begin a first step whose second ones are known: only they are choosable then. */
  begin(choice: Action): boolean {
    const open = this.found[choice.notation];
    if (!open?.length) return false;
    this.scene.point(null);
    // Pressed once more, it is put back.
    if (this.begun === choice) {
      this.cancel();
      return true;
    }
    this.begun = choice;
    this.open = open;
    return true;
  }

  /** Whether the place, objective or colour of a decision is still to be chosen. */
  isOpen(choice: Choice): boolean {
    const first = firstStep(choice);
    return first === "plague" ? !placeOf(choice) : first === "change" && !colourOf(choice);
  }

  /** A click on something choosable: go on here, or hand it over when it is whole. */
  pick(choice: Choice): void {
    if (this.isOpen(choice)) void this.#begin(choice);
    else {
      this.cancel();
      this.scene.pick(choice);
    }
  }

  cancel(): void {
    this.begun = null;
    this.open = [];
  }

  /** Put back what was begun here; whether anything was. */
  putBack(): boolean {
    const begun = this.begun !== null;
    this.cancel();
    return begun;
  }

  /** Everything that is choosable because of a look ahead. */
  get choosable(): Whole[] {
    return this.begun ? this.open : Object.values(this.found).flat();
  }

  async #begin(choice: Choice): Promise<void> {
    this.begun = choice;
    this.open = [];
    this.scene.point(null);
    const next = await this.#next(choice, choice.notation);
    if (this.begun !== choice) return;
    this.open = next;
    if (!next.length) this.cancel();
  }

  async #second(choice: Action, verb: string): Promise<void> {
    const asked = this.#asked;
    this.#asking.add(choice.notation);
    const next = await this.#next(choice, verb);
    if (asked !== this.#asked) return;
    this.#asking.delete(choice.notation);
    if (next.length) this.found = { ...this.found, [choice.notation]: next };
  }

  async #next(choice: Choice, verb: string): Promise<Whole[]> {
    const first = firstOf(choice);
    if (!first) return [];
    const slot = first === "change" ? slotOf(choice) : null;
    const actions = slot ? ["change", `give ${slot}`] : [choice.notation];
    const answer = await this.scene.lookAhead(...actions);
    if (!answer || "illegal" in answer) return [];
    const taken = answer.log.filter(({ kind }) => TAKEN.has(kind));
    const base = taken.reduce((whole, entry) => extended(whole, entry, verb), begin(first, choice, verb));
    const second = (answer.choices ?? []).filter((found) => SECOND.has(found.kind));
    if (second.length) return second.map((found) => extended(base, found, verb));
    return taken.length ? [base] : [];
  }
}

/** The steps of a move as the map draws them: the first ones as a whole, cards as its parts. */
export function wholeMove([first, ...rest]: Action[]): WholeMove<Ulysses> {
  const kind = first && firstOf(first);
  const seconds = rest.findIndex((each) => !SECOND.has(each.kind));
  const count = seconds < 0 ? rest.length : seconds;
  if (!kind || !count) return { begun: first!, parts: rest };
  const verb = AT_ONCE[first.kind] ?? first.notation;
  const begun = rest
    .slice(0, count)
    .reduce((whole, more) => extended(whole, more, verb), begin(kind, first, verb));
  return { begun, parts: rest.slice(count) };
}

/** The first step of a whole, if a choice can begin one. */
function firstOf(choice: Choice): Whole["first"] | null {
  const first = firstStep(choice);
  return first === "plague" ||
    first === "end" ||
    first === "remove" ||
    first === "change" ||
    first === "oppose" ||
    first === "black"
    ? first
    : null;
}

/** A whole of which only the first step is known. */
function begin(first: Whole["first"], choice: Choice, verb: string): Whole {
  return {
    kind: "whole",
    first,
    number: -1,
    notation: verb,
    card: cardOf(choice),
    slot: slotOf(choice),
    place: placeOf(choice),
    colour: colourOf(choice),
  };
}

/** A decision with what was added to it, in the notation of records: verb, objective, place or colour. */
function extended(whole: Whole, more: Action | LogEntry, verb: string): Whole {
  const slot = slotOf(more) ?? whole.slot;
  const place = placeOf(more) ?? whole.place;
  const colour = colourOf(more) ?? whole.colour;
  const words = [verb.split(" ")[0], verb.includes("zeus") ? "zeus" : "", slot, place, colour];
  return { ...whole, slot, place, colour, notation: words.filter(Boolean).join(" ") };
}

const kept = new WeakMap<object, SecondSteps>();

/** The second steps that belong to a scene; board and tray share them. */
export function secondStepsOf(scene: Scene): SecondSteps {
  let found = kept.get(scene);
  if (!found) kept.set(scene, (found = new SecondSteps(scene)));
  return found;
}
