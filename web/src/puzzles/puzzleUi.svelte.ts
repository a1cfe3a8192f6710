// A puzzle while the reader solves it: tries, what was said of the last one, and the solution in the end.
import { get } from "../api/http";
import type { PuzzleSolution, PuzzleState } from "../api/types";
import type { GameUi } from "../games/gameUi";
import { TableUi } from "../table/tableUi.svelte";
import { keepResult } from "./progress.svelte";
import { PuzzleLine } from "./puzzleLine";

export const TRIES = 3;

export class PuzzleUi {
  readonly tableUi: TableUi;
  state = $state.raw<PuzzleState | null>(null);
  /** How many tries were wrong. */
  wrong = $state(0);
  solution = $state.raw<PuzzleSolution | null>(null);
  found = $state(false);
  #line: PuzzleLine | null = null;

  constructor(
    readonly game: string,
    readonly name: string,
    gameUi: GameUi,
    /** The day, if this is its puzzle. */
    private readonly day: string | null,
  ) {
    this.tableUi = new TableUi("puzzle", gameUi, null, () => this.#open());
  }

  get left(): number {
    return TRIES - this.wrong;
  }

  /** Whether it was found, or all tries are spent. */
  get over(): boolean {
    return this.found || this.left === 0;
  }

  get isWrong(): boolean {
    return this.state?.verdict === "wrong";
  }

  /** Whether something was decided that can be begun anew without losing a try. */
  get begun(): boolean {
    return this.state?.verdict === "open" && this.state.played.length > 0;
  }

  async retry(): Promise<void> {
    await this.#line?.retry();
  }

  async showTurn(notations: readonly string[]): Promise<void> {
    await this.#line?.showTurn(notations);
  }

  close(): void {
    this.tableUi.close();
  }

  #open(): PuzzleLine {
    this.#line = new PuzzleLine(this.game, this.name, (state) => this.#heard(state));
    return this.#line;
  }

  #heard(state: PuzzleState): void {
    this.state = state;
    if (this.over || state.verdict === "open") return;
    if (state.verdict === "right") this.found = true;
    else this.wrong++;
    if (this.over) void this.#end();
  }

  async #end(): Promise<void> {
    keepResult(this.name, this.found ? this.wrong + 1 : 0, this.day);
    this.solution = await get("/games/{game}/puzzles/{name}/solution", { game: this.game, name: this.name });
    if (!this.found) await this.showTurn(this.solution.answer.notations);
  }
}
