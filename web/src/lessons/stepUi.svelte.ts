// A step of a lesson as the reader goes through it: what was said of the last move, and what is shown.
import type { LessonStep, LessonWords, LogEntry, StepState } from "../api/types";
import type { GameUi } from "../games/gameUi";
import { TableUi } from "../table/tableUi.svelte";
import { LessonLine } from "./lessonLine";
import { keepProgress, progressOf } from "./progress.svelte";

export class StepUi {
  readonly tableUi: TableUi;
  state = $state.raw<StepState | null>(null);
  /** What was said of the move before this one, when it was right. */
  praise = $state.raw<LessonWords | null>(null);
  /** What came of a wrong move, as the log says it. */
  consequence = $state.raw<LogEntry[]>([]);
  /** Whether the right decision is pointed out. */
  showing = $state(false);
  /** Whether the reader has read the idea: on a phone it then makes room for the board. */
  read = $state(false);
  #line: LessonLine | null = null;

  constructor(
    private readonly game: string,
    readonly step: LessonStep,
    gameUi: GameUi,
  ) {
    this.tableUi = new TableUi("lesson", gameUi, null, () => this.#open());
  }

  get over(): boolean {
    return this.state?.over ?? false;
  }

  get isWrong(): boolean {
    return this.state?.verdict === "wrong";
  }

  /** Whether what is taught is still to be read, before anything is to be done. */
  get isNew(): boolean {
    return !this.read && !this.state?.done && !this.isWrong;
  }

  /** The move that is to be made, or was made wrongly. */
  get move() {
    return this.step.move[this.state?.done ?? 0] ?? null;
  }

  /** Why the last move was not right. */
  get why(): LessonWords | null {
    const { move, state } = this;
    if (!move || !state || !this.isWrong) return null;
    return move.wrong?.[state.wrong ?? -1]?.words ?? move.otherwise;
  }

  /** Who wants to be shown has read enough. */
  toggleShowing(): void {
    this.showing = !this.showing;
    this.read ||= this.showing;
  }

  async retry(): Promise<void> {
    await this.#line?.retry();
    this.consequence = [];
    if (this.state) this.state = { ...this.state, verdict: "open" };
  }

  close(): void {
    this.tableUi.close();
  }

  #open(): LessonLine {
    this.#line = new LessonLine(this.game, this.step.name, (state) => this.#heard(state));
    return this.#line;
  }

  #heard(state: StepState): void {
    const before = this.state?.done ?? 0;
    this.state = state;
    if (state.verdict === "wrong") this.consequence = state.update.events.flatMap((event) => event.log ?? []);
    if (state.done > before) {
      this.praise = this.step.move[state.done - 1]!.well;
      this.showing = false;
    }
    if (!state.over) return;
    const { done } = progressOf(this.game);
    if (!done.includes(this.step.name)) keepProgress(this.game, { done: [...done, this.step.name] });
  }
}
