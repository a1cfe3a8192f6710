// A decision of several parts, such as a payment: put together here, sent as one. What may be added is asked of the server.
import type { Draft, Drafting } from "../games/face";
import type { Choice } from "../wire/types";
import type { Table } from "./table.svelte";

export class PartsDraft implements Draft {
  parts = $state.raw<Choice[]>([]);
  open = $state.raw<Choice[]>([]);
  complete = $state(false);

  constructor(
    private readonly table: Table,
    private readonly drafting: Drafting,
    readonly begun: Choice,
  ) {
    void this.#fill();
  }

  add(choice: Choice): void {
    this.parts = [...this.parts, choice];
    void this.#ask();
  }

  drop(index: number): void {
    this.parts = this.parts.filter((_, n) => n !== index);
    void this.#ask();
  }

  send(): void {
    void this.table.act(this.#actions());
  }

  cancel(): void {
    if (this.table.draft === this) this.table.draft = null;
  }

  #actions(): string[] {
    return [this.begun.notation, ...this.parts.map((part) => part.notation)];
  }

  /** Pick the cheapest parts until nothing is missing. */
  async #fill(): Promise<void> {
    while (await this.#ask()) {
      if (!this.open.length) return;
      this.parts = [...this.parts, this.drafting.prefer(this.open, this.table)];
    }
  }

  /** Ask what is still missing; false when nothing is, or nobody answers. */
  async #ask(): Promise<boolean> {
    const parts = this.parts;
    const found = await this.table.wonder(...this.#actions());
    if (this.table.draft !== this || parts !== this.parts) return false;
    if (!found || "wrong" in found) {
      this.complete = false;
      this.open = [];
      return false;
    }
    this.table.foreseen = found;
    this.open = (found.choices ?? []).filter((choice) => this.drafting.isPart(choice));
    this.complete = this.open.length === 0;
    return !this.complete;
  }
}
