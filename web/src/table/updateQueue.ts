// How fast news are shown: each decision of the others for as long as its pieces move; many at once are caught up with.
import type { Update } from "../api/types";

/** So many may wait before they are shown without a pause. */
const MOST = 4;

interface Stage {
  /** Show an update; still where pieces should not move. */
  show(update: Update, still: boolean): void;
  /** Milliseconds for which an update should be left on the table before the next one. */
  lasting(update: Update): number;
}

export class UpdateQueue {
  #queue: Update[] = [];
  #until = 0;
  #timer = 0;

  constructor(private readonly stage: Stage) {}

  /** Whether news wait to be shown. */
  get behind(): boolean {
    return this.#queue.length > 0;
  }

  push(update: Update): void {
    this.#queue.push(update);
    this.#next();
  }

  /** Show everything at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    while (this.#queue.length) this.#show(true);
  }

  #next(): void {
    if (this.#timer) return;
    if (document.hidden || this.#queue.length > MOST) return this.flush();
    while (this.#queue.length) {
      const wait = this.#until - performance.now();
      if (wait > 4) {
        this.#timer = window.setTimeout(() => {
          this.#timer = 0;
          this.#next();
        }, wait);
        return;
      }
      this.#show(false);
    }
  }

  #show(still: boolean): void {
    const update = this.#queue.shift()!;
    this.stage.show(update, still);
    this.#until = performance.now() + (still ? 0 : this.stage.lasting(update));
  }
}
