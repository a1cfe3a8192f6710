// A decision of several parts, such as a payment: put together here, sent as one. What may be added is asked of the server.
import type { Draft, Drafting, Preview } from "../games/gameUi";
import type { Action } from "../api/types";
import type { Table } from "./table.svelte";

/** What a decision still lacks. */
interface Missing {
  open: Action[];
  complete: boolean;
  preview: Preview | null;
}

export class PartsDraft implements Draft {
  parts = $state.raw<Action[]>([]);
  open = $state.raw<Action[]>([]);
  complete = $state(false);
  /** Parts that were picked after one that was put back: they are taken again once it is replaced. */
  #later: Action[] = [];
  /** How many questions about what may be added are not answered. */
  #asking = 0;

  constructor(
    private readonly table: Table,
    private readonly drafting: Drafting,
    readonly begun: Action,
    parts: Action[] = [],
  ) {
    this.parts = parts;
    void this.#fill();
  }

  add(choice: Action): void {
    // What may be added after the last part is not known yet: a second quick press adds nothing.
    if (this.#asking) return;
    this.parts = [...this.parts, choice];
    void this.#fill();
  }

  drop(index: number): void {
    this.#later = this.parts.slice(index + 1);
    const parts = (this.parts = this.parts.slice(0, index));
    void this.#ask(parts).then((found) => found && this.#show(parts, found));
  }

  send(): void {
    if (this.complete) void this.table.act(this.#actions(this.parts));
  }

  cancel(): void {
    if (this.table.draft === this) this.table.leaveDraft();
  }

  #actions(parts: readonly Action[]): string[] {
    return [this.begun.notation, ...parts.map((part) => part.notation)];
  }

  /** Pick the cheapest parts until nothing is missing. All of it is shown at once: nothing moves step by step. */
  async #fill(): Promise<void> {
    let parts = this.parts;
    for (;;) {
      const found = await this.#ask(parts);
      if (!found) return;
      if (found.complete || !found.open.length) return this.#show(parts, found);
      parts = [...parts, this.#next(found.open)];
    }
  }

  #next(open: Action[]): Action {
    const wanted = this.#later.shift()?.notation;
    return open.find((choice) => choice.notation === wanted) ?? this.drafting.prefer(open, this.table);
  }

  #show(parts: Action[], { open, complete, preview }: Missing): void {
    this.parts = parts;
    this.open = open;
    this.complete = complete;
    if (preview) this.table.preview = preview;
  }

  /** Ask what is still missing after these parts; nothing if the reader has done something else meanwhile. */
  async #ask(parts: Action[]): Promise<Missing | null> {
    const before = this.parts;
    this.#asking += 1;
    const found = await this.table.lookAhead(...this.#actions(parts)).finally(() => (this.#asking -= 1));
    if (this.table.draft !== this || before !== this.parts) return null;
    if (!found || "illegal" in found) return { open: [], complete: false, preview: null };
    const next = found.choices ?? [];
    const open = next.filter((choice) => this.drafting.isPart(choice));
    return { open, complete: open.length === 0 || open.length < next.length, preview: found };
  }
}
