// The table of a step of a lesson.
import { post } from "../api/http";
import type { FromServer, StepState } from "../api/types";
import { PracticeLine } from "../practice/practiceLine";

export class LessonLine extends PracticeLine<StepState> {
  /** How much of what was decided belongs to moves that are complete. */
  #kept = 0;
  #done = 0;

  constructor(
    private readonly game: string,
    private readonly step: string,
    heard: (state: StepState) => void,
  ) {
    super(heard);
  }

  /** Take the present move back. */
  async retry(): Promise<void> {
    const kept = this.played.slice(0, this.#kept);
    const state = await this.ask(kept, kept.length);
    this.played = kept;
    this.show(state);
  }

  protected override ask(played: readonly string[], known: number): Promise<StepState> {
    const body = { played: [...played], known };
    return post("/games/{game}/lesson/{step}", body, { game: this.game, step: this.step });
  }

  protected override async lookAhead(actions: string[], key: string, number: number): Promise<FromServer> {
    const body = { played: this.played, actions };
    const here = { game: this.game, step: this.step };
    const { preview, problem } = await post("/games/{game}/lesson/{step}/preview", body, here);
    if (preview) return { ...preview, key, number };
    return { type: "refused", key, problem: problem! };
  }

  protected override decided({ done }: StepState, played: string[]): void {
    this.played = played;
    if (done > this.#done) this.#kept = played.length;
    this.#done = done;
  }
}
