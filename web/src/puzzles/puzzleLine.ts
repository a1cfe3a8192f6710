// The table of a puzzle.
import { parsed } from "../api/json";
import { post } from "../api/http";
import type { FromClient, FromServer, PuzzleState } from "../api/types";
import { PracticeLine } from "../practice/practiceLine";

/** How long each decision stays on the board when a turn is shown. */
const SHOWN = 1_000;

export class PuzzleLine extends PracticeLine<PuzzleState> {
  /** The turn that is being shown; another one, a decision, or a new try ends it. */
  #showing = 0;

  constructor(
    private readonly game: string,
    private readonly name: string,
    heard: (state: PuzzleState) => void,
  ) {
    super(heard);
  }

  /** Begin the turn anew. */
  async retry(): Promise<void> {
    this.#showing++;
    const state = await this.ask([], 0);
    this.played = [];
    this.show(state);
    this.heard(state);
  }

  /** Show a turn from the beginning, one decision after the other; nothing can be chosen meanwhile. */
  async showTurn(notations: readonly string[]): Promise<void> {
    const showing = ++this.#showing;
    for (let known = 0; known <= notations.length; known++) {
      const state = await this.ask(notations.slice(0, known), known - 1);
      if (showing !== this.#showing || this.readyState === 3) return;
      this.show({ ...state, update: { ...state.update, choices: null } });
      if (known < notations.length) await new Promise((resolve) => setTimeout(resolve, SHOWN));
      if (showing !== this.#showing) return;
    }
  }

  override send(text: string): void {
    const { type } = parsed<FromClient>(text);
    if (type === "act") this.#showing++;
    super.send(text);
  }

  override close(): void {
    this.#showing++;
    super.close();
  }

  protected override ask(played: readonly string[], known: number): Promise<PuzzleState> {
    const body = { played: [...played], known: Math.max(0, known) };
    return post("/games/{game}/puzzles/{name}", body, { game: this.game, name: this.name });
  }

  protected override async lookAhead(actions: string[], key: string, number: number): Promise<FromServer> {
    const body = { played: this.played, actions };
    const here = { game: this.game, name: this.name };
    return { ...(await post("/games/{game}/puzzles/{name}/preview", body, here)), key, number };
  }

  protected override decided({ played }: PuzzleState): void {
    this.played = played;
  }
}
