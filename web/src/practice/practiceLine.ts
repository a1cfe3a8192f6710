// A table of a lesson or a puzzle in the shape of a WebSocket. Nothing is kept of it anywhere: each question tells what was
// decided since it began, and the rules answer (docs/lessons.md, docs/puzzles.md).
import { parsed } from "../api/json";
import { Refusal } from "../api/http";
import type { FromClient, FromServer, Update } from "../api/types";
import type { Line } from "../connection/connection";

export abstract class PracticeLine<State extends { update: Update }> implements Line {
  readyState = 0;
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  /** What the reader has decided since it began. */
  protected played: string[] = [];
  #number = 0;
  /** How much of what was decided makes whole decisions: the rest has only begun one. */
  #whole = 0;

  constructor(protected readonly heard: (state: State) => void) {
    // Not at once: what a lesson or a puzzle knows of itself is set after this.
    queueMicrotask(() => void this.#begin());
  }

  /** How it stands after decisions; of the first `known` of them nothing is told. */
  protected abstract ask(played: readonly string[], known: number): Promise<State>;

  /** What further decisions would do, or why they cannot be made. */
  protected abstract lookAhead(actions: string[], key: string, number: number): Promise<FromServer>;

  /** Decisions were accepted. */
  protected abstract decided(state: State, played: string[]): void;

  send(text: string): void {
    const message = parsed<FromClient>(text);
    if (message.type === "act") void this.#act(message.key, message.actions.map(String));
    else if (message.type === "undo") void this.#putBack(message.key);
    else if (message.type === "preview") void this.#preview(message.key, message.actions.map(String));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.(new CloseEvent("close"));
  }

  protected show({ update }: State): void {
    const number = ++this.#number;
    if (!update.half_made) this.#whole = this.played.length;
    const events = update.events.map((event) => ({ ...event, number }));
    this.#tell({ ...update, number, since: number - 1, events });
  }

  async #begin(): Promise<void> {
    try {
      const state = await this.ask(this.played, this.played.length);
      if (this.readyState === 3) return;
      this.readyState = 1;
      this.onopen?.(new Event("open"));
      this.show(state);
      this.heard(state);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.close();
    }
  }

  async #act(key: string, actions: string[]): Promise<void> {
    const played = [...this.played, ...actions];
    try {
      const state = await this.ask(played, this.played.length);
      this.decided(state, played);
      this.show(state);
      this.#tell({ type: "accepted", key, number: this.#number, repeated: false });
      this.heard(state);
    } catch (error) {
      this.#refuse(key, error);
    }
  }

  /** Put back what is only begun; a whole decision is not taken back here, but tried again. */
  async #putBack(key: string): Promise<void> {
    const kept = this.played.slice(0, this.#whole);
    try {
      const state = await this.ask(kept, kept.length);
      this.played = kept;
      this.show(state);
      this.#tell({ type: "accepted", key, number: this.#number, repeated: false });
      this.heard(state);
    } catch (error) {
      this.#refuse(key, error);
    }
  }

  async #preview(key: string, actions: string[]): Promise<void> {
    try {
      this.#tell(await this.lookAhead(actions, key, this.#number));
    } catch (error) {
      this.#refuse(key, error);
    }
  }

  #refuse(key: string, error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    this.#tell({ type: "refused", key, problem: error.problem });
  }

  #tell(message: FromServer): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}
