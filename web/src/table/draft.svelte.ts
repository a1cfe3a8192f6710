// A decision of several parts, such as a payment: put together here, sent as one. What may be added is asked of the server.
import type { Draft, Drafting } from "../games/gameUi";
import type { Action } from "../api/types";
import type { Table } from "./table.svelte";

export class PartsDraft implements Draft {
  parts = $state.raw<Action[]>([]);
  open = $state.raw<Action[]>([]);
  complete = $state(false);
  /** Parts that were picked after one that was put back: they are taken again once it is replaced. */
  #later: Action[] = [];

  constructor(
    private readonly table: Table,
    private readonly drafting: Drafting,
    readonly begun: Action,
  ) {
    void this.#fill();
  }

  add(choice: Action): void {
    this.parts = [...this.parts, choice];
    void this.#fill();
  }

  drop(index: number): void {
    this.#later = this.parts.slice(index + 1);
    this.parts = this.parts.slice(0, index);
    void this.#ask();
  }

  send(): void {
    if (this.complete) void this.table.act(this.#actions());
  }

  cancel(): void {
    if (this.table.draft === this) this.table.leaveDraft();
  }

  #actions(): string[] {
    return [this.begun.notation, ...this.parts.map((part) => part.notation)];
  }

  /** Pick the cheapest parts until nothing is missing. */
  async #fill(): Promise<void> {
    while (await this.#ask()) this.parts = [...this.parts, this.#next()];
  }

  #next(): Action {
    const wanted = this.#later.shift()?.notation;
    return (
      this.open.find((choice) => choice.notation === wanted) ?? this.drafting.prefer(this.open, this.table)
    );
  }

  /** Ask what is still missing; false when nothing is, or nobody answers. */
  async #ask(): Promise<boolean> {
    const parts = this.parts;
    const found = await this.table.lookAhead(...this.#actions());
    if (this.table.draft !== this || parts !== this.parts) return false;
    if (!found || "illegal" in found) {
      this.open = [];
      this.complete = false;
      return false;
    }
    const next = found.choices ?? [];
    this.table.preview = found;
    this.open = next.filter((choice) => this.drafting.isPart(choice));
    this.complete = this.open.length === 0 || this.open.length < next.length;
    return !this.complete;
  }
}
