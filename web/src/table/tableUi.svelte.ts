// What a reader does at a table besides deciding: look back, ask for a hint, take back, open and close things.
import type { GameUi } from "../games/gameUi";
import { get, post, Refusal, remove } from "../api/http";
import type { GameRecord, Hint, Mute, Problem, TableInfo } from "../api/types";
import { gamesInfo } from "../games/gamesInfo.svelte";
import { lastSeen } from "./lastSeen";
import { isStep, Replay } from "./replay.svelte";
import { Table } from "./table.svelte";

type Window = "settings" | "shortcuts" | "resign" | "leave" | "offer" | "result" | "seats" | "menu";

export class TableUi {
  readonly table: Table;
  /** Which window is open over the table. */
  window = $state<Window | null>(null);
  /** What the side panel shows; on a phone it is closed until asked for. */
  side = $state<"log" | "chat" | "rules" | "summary" | null>(null);
  /** The number of the rule at which the rulebook is open. */
  rule = $state<string | null>(null);
  /** Whether the table is shown as text. */
  text = $state(false);
  /** The table as it was, while the reader looks back. */
  replay = $state.raw<Replay | null>(null);
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** How much happened since the reader last looked; 0 when it was seen or waved away. */
  missed = $state(0);
  record = $state.raw<GameRecord | null>(null);
  /** Where several play at one screen: for whom it was uncovered last. */
  uncovered = $state<number | null>(null);

  /** The last line of chat that was read; those from before the page was opened count as read. */
  read = $state(0);
  readonly #opened = Date.now();
  readonly #seen: number | null;
  #looked = false;

  constructor(
    readonly id: string,
    readonly gameUi: GameUi,
    seat: number | null = null,
  ) {
    this.#seen = lastSeen(id);
    this.table = new Table(id, gameUi, seat);
  }

  /** What the board draws: the table, or the past. */
  get scene() {
    return this.replay?.step ? this.replay : this.table;
  }

  /** Lines of chat that were not read yet. */
  get unread(): number {
    return this.table.chat.filter((line) => !line.mine && line.number > this.read && line.at > this.#opened)
      .length;
  }

  get over(): boolean {
    const status = this.table.info?.status;
    return status === "over" || status === "closed";
  }

  /** Open the rulebook at what is asked now, or at the rule that a refusal names by its code. */
  async openRules(reason?: string): Promise<void> {
    this.rule = null;
    this.side = "rules";
    const { info } = this.table;
    const { games } = await gamesInfo().catch(() => ({ games: [] }));
    const rules = games.find(({ name }) => name === info?.game)?.rules;
    this.rule = (reason ? rules?.reasons[reason]?.[0] : rules?.phases[this.scene.view.phase]) ?? null;
  }

  /** Open or close something in the side panel; the log is there when nothing else is. */
  toggle(part: "rules" | "summary"): void {
    if (this.side === part) this.side = "log";
    else if (part === "rules") void this.openRules();
    else this.side = part;
  }

  /** Called when the first news are in: what came since the last look can be played again. */
  arrived(): void {
    if (this.#looked) return;
    this.#looked = true;
    if (this.#seen === null) return;
    const mine = this.table.mine;
    this.missed = this.table.events.filter(
      (event) => event.number > this.#seen! && isStep(event) && !mine.includes(event.seat ?? -1),
    ).length;
  }

  /** Play again what happened while the reader was away. */
  async catchUp(): Promise<void> {
    this.missed = 0;
    const replay = this.#newReplay();
    await replay.show(Math.max(1, this.#seen ?? 1));
    this.replay = replay;
    void replay.play();
  }

  /** Look at the table as it was after an event. */
  async jump(number: number): Promise<void> {
    const replay = this.replay ?? this.#newReplay();
    replay.stop();
    await replay.show(number);
    this.replay = replay;
  }

  /** Back to the present. */
  present(): void {
    this.replay?.stop();
    this.replay = null;
  }

  #newReplay(): Replay {
    const { id, seats, events, seat } = this.table;
    return new Replay({ id, seats, events, seat, done: () => this.present() });
  }

  /** Whether the screen is to be handed on before anything of the next seat is shown. */
  get covered(): boolean {
    const { seat } = this.table;
    return !this.gameUi.noSecrets && !this.over && this.playing.length > 1 && seat !== this.uncovered;
  }

  /** The reader's seats in which no bot plays on. */
  get playing(): number[] {
    const { mine, seats } = this.table;
    return mine.filter((seat) => !seats[seat]!.bot && !seats[seat]!.resigned);
  }

  get mayUndo(): boolean {
    const { info, events } = this.table;
    if (!info || info.status !== "running" || info.settings.undo === "never" || info.paused) return false;
    return events.some((event) => event.kind === "acted" && this.playing.includes(event.seat ?? -1));
  }

  undo(): void {
    if (!this.mayUndo) return;
    this.present();
    void this.table.command({ type: "undo", seen: this.table.number });
  }

  /** Hints are for tables where nobody else plays but bots. */
  get mayHint(): boolean {
    const { info, seats, mine } = this.table;
    return (
      !!info && info.status === "running" && mine.length > 0 && seats.every((s) => s.mine || s.kind === "bot")
    );
  }

  async askHint(): Promise<void> {
    const { table } = this;
    if (!this.mayHint || this.thinking || !table.asked) return;
    this.thinking = true;
    const hint = await this.#asked(() => post("/tables/{table_id}/hint", {}, { table_id: this.id }));
    this.thinking = false;
    if (!hint || hint.number !== table.number) return;
    this.hint = hint;
    const best = table.choices.find((choice) => choice.notation === hint.action.notation);
    if (best) table.point(best);
  }

  /** Sit down again where a bot stands in. */
  sitDown(): Promise<TableInfo | null> {
    return this.#asked(() => post("/tables/{table_id}/join", {}, { table_id: this.id }));
  }

  /** Stand up; a bot plays on. */
  standUp(): Promise<TableInfo | null> {
    return this.#asked(() => post("/tables/{table_id}/leave", {}, { table_id: this.id }));
  }

  rematch(): Promise<TableInfo | null> {
    return this.#asked(() => post("/tables/{table_id}/rematch", {}, { table_id: this.id }));
  }

  /** Everyone whom the reader does not hear, at any table. */
  mutes(): Promise<Mute[] | null> {
    return this.#asked(() => get("/mutes"));
  }

  mute(line: number): Promise<Mute[] | null> {
    return this.#asked(() => post("/mutes", { table: this.id, line }));
  }

  async hearAgain(id: string): Promise<Mute[] | null> {
    await this.#asked(() => remove("/mutes/{muted_id}", { muted_id: id }));
    return this.mutes();
  }

  async fetchRecord(): Promise<void> {
    this.record ??= await this.#asked(() => get("/tables/{table_id}/record", { table_id: this.id }));
  }

  say(problem: Problem): void {
    this.table.problem = problem;
  }

  async #asked<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.problem);
      return null;
    }
  }

  close(): void {
    this.replay?.stop();
    this.table.close();
  }
}
