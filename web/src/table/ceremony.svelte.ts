// The scoring at the end, told on the board step by step: which thing gives whom how much, and the totals so far.
import type { ScoringStep } from "../api/types";
import { preferences } from "../components/preferences.svelte";

/** How long a step stays before the next comes by itself. */
const STAYS = 1_600;

export class Ceremony {
  /** The place of the step that is shown. */
  at = $state(0);
  /** Whether steps follow each other by themselves. */
  playing = $state(false);
  #timer = 0;

  constructor(
    readonly steps: ScoringStep[],
    readonly seats: number,
    readonly done: () => void,
  ) {}

  get step(): ScoringStep {
    return this.steps[this.at]!;
  }

  get last(): boolean {
    return this.at === this.steps.length - 1;
  }

  /** Everyone's points after the step that is shown. */
  get totals(): number[] {
    return totalsAfter(this.steps, this.at, this.seats);
  }

  go(at: number): void {
    this.stop();
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
  }

  /** One step after the other; who wants nothing to move by itself goes on by hand. */
  play(): void {
    if (!preferences.motion) return;
    this.playing = true;
    this.#timer = window.setTimeout(() => {
      if (this.last) return this.stop();
      this.at += 1;
      this.play();
    }, STAYS);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.stop();
    this.done();
  }
}

export function totalsAfter(steps: ScoringStep[], at: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, seat) =>
    steps.slice(0, at + 1).reduce((sum, step) => sum + (step.points[seat] ?? 0), 0),
  );
}
