// Decisions of two steps in one click: what could be chosen next is asked of the server, so that a neighbour can be
// proposed, a plague removed or a place opposed directly on the map. Nothing is sent before it is whole.
import type { Action, LogEntry } from "../../../api/types";
import { compound, type Scene } from "../view";

/** First steps whose second step is choosable at once, and the verb of the whole in records. */
const AT_ONCE: Record<string, string> = {
  end: "sail",
  remove: "remove",
  change: "change",
  oppose: "oppose",
  black: "black",
};
const SECOND = new Set(["propose", "clear", "give", "disc", "at", "take"]);
/** What is told when a second step had only one answer, which was taken. */
const TAKEN = new Set(["proposed", "aimed", "disc", "gives", "wants"]);

export class Ahead {
  /** Whole decisions by the notation of their first step. */
  found = $state.raw<Record<string, Action[]>>({});
  /** A first step that the reader began here and has not sent. */
  begun = $state.raw<Action | null>(null);
  open = $state.raw<Action[]>([]);
  #asked: readonly Action[] = [];

  constructor(private readonly scene: Scene) {}

  /** Look ahead again whenever something else is asked. */
  look(): void {
    const { choices } = this.scene;
    if (choices === this.#asked) return;
    this.#asked = choices;
    this.found = {};
    this.cancel();
    for (const choice of choices) {
      const verb = AT_ONCE[choice.notation];
      if (verb) void this.#second(choice, verb);
    }
  }

  /** Whether a first step is choosable by its second ones. */
  covers(choice: Action): boolean {
    return !!this.found[choice.notation]?.length;
  }

  /** Whether the place, objective or colour of a decision is still to be chosen. */
  isOpen(choice: Action): boolean {
    return choice.kind === "plague" ? !choice.data.place : choice.kind === "change" && !choice.data.colour;
  }

  /** A click on something choosable: go on here, or hand it over when it is whole. */
  pick(choice: Action): void {
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

  /** Everything that is choosable because of a look ahead. */
  get choosable(): Action[] {
    return this.begun ? this.open : Object.values(this.found).flat();
  }

  async #begin(choice: Action): Promise<void> {
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
    const next = await this.#next(choice, verb);
    if (asked === this.#asked && next.length) this.found = { ...this.found, [choice.notation]: next };
  }

  async #next(choice: Action, verb: string): Promise<Action[]> {
    const { kind, data, notation } = choice;
    const actions = kind === "change" && data.slot ? ["change", `give ${data.slot}`] : [notation];
    const answer = await this.scene.lookAhead(...actions);
    if (!answer || "illegal" in answer) return [];
    const taken = answer.log.filter((told) => TAKEN.has(told.kind));
    const base = taken.reduce((whole, told) => extended(whole, told.data, verb), compound(kind, verb, data));
    const second = (answer.choices ?? []).filter((found) => SECOND.has(found.kind));
    if (second.length) return second.map((found) => extended(base, found.data, verb));
    return taken.length ? [base] : [];
  }
}

/** A decision with what was added to it, in the notation of records: verb, objective, place or colour. */
function extended(whole: Action, more: LogEntry["data"], verb: string): Action {
  const data: Record<string, unknown> = { ...whole.data, ...more };
  const words = [verb.split(" ")[0], verb.includes("zeus") ? "zeus" : "", data.slot, data.place, data.colour];
  return compound(whole.kind, words.filter(Boolean).join(" "), data);
}

const kept = new WeakMap<object, Ahead>();

/** The look ahead that belongs to a scene; board and tray share it. */
export function aheadOf(scene: Scene): Ahead {
  let ahead = kept.get(scene);
  if (!ahead) kept.set(scene, (ahead = new Ahead(scene)));
  return ahead;
}
