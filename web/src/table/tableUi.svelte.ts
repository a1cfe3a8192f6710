// What a reader does at a table besides deciding: look back, ask for a hint, take back, open and close things.
import { isInBrowser, type Line } from "../connection/connection";
import type { GameUi } from "../games/gameUi";
import { get, post, Refusal, remove } from "../api/http";
import type { GameRecord, Hint, Mute, Problem, TableInfo } from "../api/types";
import { preferences } from "../components/preferences.svelte";
import { gamesInfo } from "../games/gamesInfo.svelte";
import { lastSeen } from "./lastSeen";
import { narrow } from "../components/screen.svelte";
import { Ceremony } from "./ceremony.svelte";
import { takenBack } from "./logGroups";
import { isMoment } from "./moments";
import { type Outcome, outcomeOf } from "./outcome";
import { Replay } from "./replay.svelte";
import { newCommitment } from "./shuffleParts";
import { Table } from "./table.svelte";

type Window = "settings" | "shortcuts" | "resign" | "leave" | "offer" | "result" | "seats" | "menu";

export class TableUi {
  readonly table: Table;
  /** Which window is open over the table. */
  window = $state<Window | null>(null);
  /** What the side panel shows; on a phone it is closed until asked for. */
  side = $state<"log" | "chat" | "rules" | "summary" | "legend" | null>(null);
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
  /** The scoring that is being told on the board. */
  ceremony = $state.raw<Ceremony | null>(null);
  /** Where several play at one screen: for whom it was uncovered last. */
  uncovered = $state<number | null>(null);

  /** The last line of chat that was read; those from before the page was opened count as read. */
  read = $state(0);
  readonly #opened = Date.now();
  readonly #seen: number | null;
  #looked = false;
  /** It was over when the reader came. */
  #foundOver = false;

  constructor(
    readonly id: string,
    readonly gameUi: GameUi,
    seat: number | null = null,
    openLine?: () => Line,
  ) {
    this.#seen = lastSeen(id);
    this.table = new Table(id, gameUi, seat, openLine);
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

  /** How it ended; nothing before. */
  readonly outcome = $derived.by((): Outcome | null => {
    const { info, seats, events } = this.table;
    return info?.result ? outcomeOf(info.result, seats, events) : null;
  });

  /** The game has just ended: the scoring is told on the board, then comes the result. */
  async tellEnd(): Promise<void> {
    await this.fetchRecord();
    if (this.window) return;
    if (preferences.motion && !this.text && this.record?.steps.length && !this.#foundOver) this.showScoring();
    else this.window = "result";
  }

  showScoring(): void {
    const steps = this.record?.steps ?? [];
    if (!steps.length) return;
    this.window = null;
    this.ceremony?.stop();
    this.ceremony = new Ceremony(steps, this.table.seats.length, () => {
      this.ceremony = null;
      this.window = "result";
    });
    this.ceremony.play();
  }

  /** Open the rulebook at the rule about what is pointed at, or else about what is asked now. */
  async openRules(): Promise<void> {
    const about = this.table.preview?.rules?.[0];
    if (about) return this.openRule(about);
    this.openRule(null);
    const { info } = this.table;
    const { games } = await gamesInfo().catch(() => ({ games: [] }));
    const rules = games.find(({ name }) => name === info?.game)?.rules;
    this.rule = rules?.phases[this.scene.view.phase] ?? null;
  }

  /** Open the rulebook at a rule. */
  openRule(rule: string | null): void {
    this.rule = rule;
    this.side = "rules";
  }

  /** Open or close something in the side panel; beside a board the log is there when nothing else is. */
  toggle(part: "rules" | "summary"): void {
    if (this.side === part) this.side = null;
    else if (part === "rules") void this.openRules();
    else this.side = part;
  }

  /** Called when the first news are in: what came since the last look can be played again. */
  arrived(): void {
    if (this.#looked) return;
    this.#looked = true;
    this.#foundOver = this.over;
    if (this.#seen === null) return;
    const mine = this.table.mine;
    this.missed = this.table.events.filter(
      (event) => event.number > this.#seen! && isMoment(event) && !mine.includes(event.seat ?? -1),
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
    const { info, events, halfMade } = this.table;
    if (!info || info.status !== "running" || info.paused) return false;
    if (info.settings.undo === "never") return halfMade;
    const gone = takenBack(events);
    return events.some(
      (event) => event.kind === "acted" && this.playing.includes(event.seat ?? -1) && !gone.has(event.number),
    );
  }

  /** Put back what is only begun; if nothing is, take back what was decided last. */
  undo(): void {
    if (this.replay) return this.present();
    if (this.putBack() || !(this.mayUndo || this.table.deciding)) return;
    void this.table.undo();
  }

  /** Put back what is only begun, a hint that is drawn included; false where nothing is. */
  putBack(): boolean {
    this.hint = null;
    return this.table.putBack();
  }

  /** Step into the past, or on in it; past its end is the present. */
  async step(by: number): Promise<void> {
    if (!this.replay && by > 0) return;
    const replay = this.replay ?? this.#newReplay();
    replay.stop();
    const last = replay.steps.length - 1;
    const place = (this.replay ? replay.place : last) + by;
    if (place > last) return this.present();
    await replay.go(place);
    if (replay.step) this.replay = replay;
  }

  /** Hints are for tables where nobody else plays but bots, from the start or by now. */
  get mayHint(): boolean {
    const { info, seats, mine } = this.table;
    return (
      !!info &&
      info.status === "running" &&
      !info.daily &&
      mine.length > 0 &&
      seats.every((seat) => seat.mine || seat.bot !== null || seat.resigned)
    );
  }

  /** Ask what a bot would do; in the same position it says the same, unless it thinks longer. */
  async askHint(longer = false): Promise<void> {
    const { table } = this;
    if (!this.mayHint || this.thinking || !table.asked) return;
    this.present();
    this.thinking = true;
    const hint = await this.#asked(() => post("/tables/{table_id}/hint", { longer }, { table_id: this.id }));
    this.thinking = false;
    if (!hint || hint.number !== table.number) return;
    // On a phone whatever lies over the board would hide it.
    if (narrow()) this.side = null;
    this.hint = hint;
    table.show(hint.move);
  }

  /** Do what the hint says, all of it. */
  takeHint(): void {
    const actions = this.hint?.move.map(({ notation }) => notation) ?? [];
    this.hint = null;
    if (actions.length) this.table.play(...actions);
  }

  /** Sit down again where a bot stands in. */
  sitDown(): Promise<TableInfo | null> {
    return this.#asked(() => post("/tables/{table_id}/join", {}, { table_id: this.id }));
  }

  /** Stand up; a bot plays on. */
  standUp(): Promise<TableInfo | null> {
    return this.#asked(() => post("/tables/{table_id}/leave", {}, { table_id: this.id }));
  }

  async rematch(): Promise<TableInfo | null> {
    const body = isInBrowser(this.id) ? {} : { commitment: await newCommitment() };
    return this.#asked(() => post("/tables/{table_id}/rematch", body, { table_id: this.id }));
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
    if (this.record) return;
    this.record = await this.#asked(() => get("/tables/{table_id}/record", { table_id: this.id }));
    // Nothing is hidden any more, also where the game was ended early.
    const { table } = this;
    if (this.record && this.over) table.view = { ...this.record.view, seat: table.view.seat };
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
    this.ceremony?.stop();
    this.table.close();
  }
}
