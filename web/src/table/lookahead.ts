// Prompt what decisions would do: each question once, and never more of them than the server answers one person.
import type { Illegal, Preview } from "../games/gameUi";

type Found = Preview | Illegal | null;
type Ask = (actions: string[]) => Promise<Found>;

/** Questions at once, and how many more there may be each second. */
const BURST = 24;
const RATE = 10;

export class Lookahead {
  #known = new Map<string, Promise<Found>>();
  #tokens = BURST;
  #last = performance.now();

  constructor(private readonly ask: Ask) {}

  /** What would follow, from memory if it was asked before; null when too much was asked. */
  about(actions: string[]): Promise<Found> {
    const question = actions.join("\n");
    const known = this.#known.get(question);
    if (known) return known;
    if (!this.#take()) return Promise.resolve(null);
    const answer = this.ask(actions).then((found) => {
      if (found === null) this.#known.delete(question);
      return found;
    });
    this.#known.set(question, answer);
    return answer;
  }

  /** The table has moved on. */
  forget(): void {
    this.#known = new Map();
  }

  #take(): boolean {
    const now = performance.now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#last) * RATE) / 1000);
    this.#last = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
