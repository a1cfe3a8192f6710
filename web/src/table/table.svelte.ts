// A table as the page knows it: what the server told, and what the reader is about to do.
import type { Draft, GameUi, Illegal, Preview, Scene, WholeMove } from "../games/gameUi";
import { moving, preferences, type Speed } from "../components/preferences.svelte";
import { sound } from "../sound/sound";
import { get } from "../api/http";
import { NO_VIEW } from "../api/noView";
import type { Line } from "../connection/connection";
import { reasonIn } from "../messages/refusals";
import { t } from "../messages/messages.svelte";
import type {
  ChatLine,
  Action,
  ClockInfo,
  FromClient,
  FromServer,
  EventMessage,
  Problem,
  TableInfo,
  LogEntry,
  Update,
  View,
} from "../api/types";
import { PartsDraft } from "./draft.svelte";
import { TableSocket, type SocketState } from "./socket";
import { see } from "./lastSeen";
import { seatName } from "./seatNames";
import { newCommitment, partFor } from "./shuffleParts";
import { UpdateQueue } from "./updateQueue";
import { Lookahead } from "./lookahead";

type Answer = Extract<FromServer, { type: "accepted" | "refused" | "preview" | "said" }>;
/** Messages that are answered; the page gives each a key of its own. */
type Keyed = Extract<FromClient, { key: string }>;
type Unkeyed<M> = M extends Keyed ? Omit<M, "key"> : never;
export type Command = Unkeyed<Keyed>;
type Waiting = { message: Keyed; resolve: (answer: Answer) => void };

/** How long the pointer rests on a choice before it is asked what it would do. */
const RESTING = 70;
/** How long an only choice is shown before it is sent by itself. */
const SHOWN = 900;
/** An answer within this time is shown at once; what takes longer is seen to be awaited, and the board is drawn once more. */
const QUICK = 40;

export class Table implements Scene {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View>(NO_VIEW);
  seat = $state<number | null>(null);
  actor = $state<number | null>(null);
  choices = $state.raw<Action[]>([]);
  /** The choices are the rest of a decision that the reader has begun. */
  halfMade = $state(false);
  /** When a bot may be asked for in the seat that is to decide, if who holds it is away. */
  botFrom = $state.raw<number | null>(null);
  clock = $state.raw<(ClockInfo & { heard: number }) | null>(null);
  events = $state.raw<EventMessage[]>([]);
  newEntries = $state.raw<LogEntry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  present = $state.raw<readonly number[]>([]);
  number = $state(0);
  connection = $state<SocketState>("connecting");
  problem = $state.raw<Problem | null>(null);
  marked = $state.raw<readonly string[]>([]);
  pointed = $state.raw<Action | null>(null);
  preview = $state.raw<Preview | null>(null);
  draft = $state.raw<Draft | null>(null);
  /** A choice that waits for the reader's yes, where the reader wants to be asked. */
  confirming = $state.raw<Action | null>(null);
  /** Decisions that would end the reader's turn, and wait for a yes. */
  ending = $state.raw<string[] | null>(null);
  /** The reader does not want to see what bots do until it is the reader's turn. */
  skipping = $state(false);
  /** An only choice that is about to be sent by itself. */
  forced = $state.raw<Action | null>(null);
  /** A decision was sent, and its answer takes a moment. */
  sending = $state(false);
  still = $state(true);

  readonly #socket: TableSocket;
  readonly #updates = new UpdateQueue({
    show: (update, still) => this.#show(update, still),
    lasting: (update) => this.#lasting(update),
  });
  readonly #waiting = new Map<string, Waiting>();
  readonly #lookahead = new Lookahead((actions) => this.#try(actions));
  #heard = 0;
  /** The last event that a command of the reader's is known to have caused. */
  #caused = 0;
  #sent: Promise<unknown> = Promise.resolve();
  /** The event after which a decision was sent that is not answered yet. */
  #decided = $state(-1);
  #speed: Speed = "normal";
  /** A move that is drawn on the board whenever nothing else is pointed at. */
  #shown: { whole: WholeMove; actions: string[] } | null = null;
  #rest = 0;
  #forcing = 0;
  /** The event after which this browser last added to the shuffles. */
  #shuffled = 0;

  constructor(
    readonly id: string,
    readonly gameUi: GameUi,
    seat: number | null = null,
    openLine?: () => Line,
  ) {
    this.#socket = new TableSocket(
      id,
      {
        message: (message) => this.#hear(message),
        state: (state) => this.#connected(state),
        since: () => ({ number: this.#heard, chat: this.chat.at(-1)?.number ?? 0 }),
      },
      seat,
      openLine,
    );
  }

  get seats() {
    return this.info?.seats ?? [];
  }

  /** Whether the reader is asked something now. */
  get asked(): boolean {
    return this.choices.length > 0;
  }

  /** The reader's own seats. */
  get mine(): number[] {
    return this.seats.filter((seat) => seat.mine && seat.kind === "person").map((seat) => seat.seat);
  }

  /** Whether the reader has decided just now and nothing has come of it yet. */
  get deciding(): boolean {
    return this.#decided === this.number;
  }

  name(seat: number): string {
    return this.seats[seat]?.mine && seat === this.seat ? t("frame.you") : seatName(this.seats, seat);
  }

  point(choice: Action | null): void {
    if (this.draft && !choice) return this.leavePointed();
    if (this.#shown && !choice) return this.#drawShown();
    this.pointed = choice;
    this.preview = null;
    clearTimeout(this.#rest);
    if (choice) this.#rest = window.setTimeout(() => this.#showPreview(choice), RESTING);
  }

  /** The pointer left; what a draft would do is shown again. */
  leavePointed(): void {
    this.pointed = null;
    clearTimeout(this.#rest);
    const draft = this.draft;
    if (!draft) return;
    void this.lookAhead(...[draft.begun, ...draft.parts].map((part) => part.notation)).then((found) => {
      if (this.draft === draft && !this.pointed && found && !("illegal" in found)) this.preview = found;
    });
  }

  #showPreview(choice: Action): void {
    const before = this.draft ? [this.draft.begun, ...this.draft.parts] : [];
    const isPart = this.draft?.open.includes(choice);
    const actions = [...(isPart ? before : []), choice].map((each) => each.notation);
    void this.lookAhead(...actions).then((found) => {
      if (this.pointed === choice && found && !("illegal" in found)) this.preview = found;
    });
  }

  begins(choice: Action): boolean {
    return !this.draft && !!this.gameUi.drafting?.begins(choice, this);
  }

  pick(choice: Action): void {
    if (this.deciding) return;
    const part = this.draft?.open.find((open) => open.notation === choice.notation);
    if (part) return this.draft!.add(part);
    // A board may put several steps together; such a whole is in no list and has no number.
    if (choice.number < 0 ? !this.asked : !this.choices.some((each) => each.notation === choice.notation))
      return;
    this.#unforce();
    if (this.gameUi.begin?.(choice, this)) {
      this.leaveDraft();
    } else if (this.gameUi.drafting?.begins(choice, this)) {
      this.pointed = null;
      this.confirming = null;
      this.draft = new PartsDraft(this, this.gameUi.drafting, choice);
    } else if (preferences.confirm && this.confirming?.notation !== choice.notation) {
      this.draft = null;
      this.confirming = choice;
      this.#showPreview((this.pointed = choice));
    } else {
      void this.act([choice.notation]);
    }
  }

  /** What has happened has been seen: a board that is drawn anew does not show it again. */
  settle(): void {
    this.newEntries = [];
    this.still = true;
  }

  play(...actions: string[]): void {
    void this.act(actions);
  }

  /** Draw a whole move on the board, as if the reader were about to make it. */
  show(move: Action[]): void {
    this.leaveDraft();
    this.gameUi.putBack?.(this);
    const [first] = move;
    if (!first) return;
    const actions = move.map((each) => each.notation);
    if (this.gameUi.hold?.(actions, this)) return;
    const whole = this.gameUi.wholeMove?.(move, this) ?? { begun: first, parts: move.slice(1) };
    this.#shown = { whole, actions };
    this.#drawShown();
  }

  #drawShown(): void {
    const { begun, parts } = this.#shown!.whole;
    const actions = this.#shown!.actions;
    const { drafting } = this.gameUi;
    if (drafting && parts[0] && drafting.isPart(parts[0])) {
      this.pointed = null;
      this.draft = new PartsDraft(this, drafting, begun, parts);
      return;
    }
    clearTimeout(this.#rest);
    this.pointed = begun;
    void this.lookAhead(...actions).then((found) => {
      if (this.pointed === begun && found && !("illegal" in found)) this.preview = found;
    });
  }

  /** Put away what was begun but not sent. */
  leaveDraft(): void {
    this.#shown = null;
    this.draft = null;
    this.confirming = null;
    this.ending = null;
    this.pointed = null;
    this.preview = null;
  }

  /** Put back what is only begun, here or on the server; false where nothing is. */
  putBack(): boolean {
    // What was sent is no longer only begun.
    if (this.deciding) return false;
    const begun = !!(this.draft || this.confirming || this.ending || this.#shown);
    this.leaveDraft();
    const held = this.gameUi.putBack?.(this) ?? false;
    if (begun || held) return true;
    if (!this.halfMade || !this.asked) return false;
    // Once: pressed twice, it does not take back what was decided before.
    this.halfMade = false;
    void this.undo();
    return true;
  }

  /** Take back what was decided last at one go, once all that was sent has been answered. */
  async undo(): Promise<boolean> {
    this.#updates.flush();
    await this.#sent;
    const seen = Math.max(this.number, this.#heard, this.#caused);
    return this.command({ type: "undo", seen });
  }

  lookAhead(...actions: string[]): Promise<Preview | Illegal | null> {
    return this.#lookahead.about(actions);
  }

  async #try(actions: string[]): Promise<Preview | Illegal | null> {
    if (!this.asked || this.connection !== "open") return null;
    const answer = await this.#send({ type: "preview", seen: this.number, actions });
    if (answer.type === "preview") return answer;
    if (answer.type !== "refused" || answer.problem.code !== "illegal") return null;
    return { illegal: reasonIn(answer.problem) };
  }

  /** Decide; several actions are carried out all or none. What ends the turn may have to be confirmed. */
  async act(actions: string[], sure = false): Promise<boolean> {
    if (!sure && preferences.confirmEnd && (await this.#endsTurn(actions))) {
      this.#unforce();
      this.gameUi.hold?.(actions, this);
      this.ending = actions;
      return false;
    }
    return this.#decide(actions);
  }

  async #endsTurn(actions: string[]): Promise<boolean> {
    const found = await this.lookAhead(...actions);
    return !!found && !("illegal" in found) && !found.my_turn;
  }

  async #decide(actions: string[]): Promise<boolean> {
    const { choices, number } = this;
    // Pressed twice, it is decided once.
    if (this.deciding) return false;
    this.#unforce();
    this.#decided = number;
    const waiting = window.setTimeout(() => this.#showSending(), QUICK);
    const sent = this.command({ type: "act", seen: number, actions });
    this.#sent = sent;
    const done = await sent;
    clearTimeout(waiting);
    this.sending = false;
    if (this.#decided === number) this.#decided = -1;
    if (this.number !== number) return done;
    // What was refused without news, such as for haste, can be chosen again.
    this.leaveDraft();
    if (done) this.choices = [];
    else if (!this.choices.length) this.choices = choices;
    return done;
  }

  /** A decision is being carried out: there is nothing to choose. */
  #showSending(): void {
    if (!this.deciding) return;
    this.leaveDraft();
    this.choices = [];
    this.sending = true;
  }

  /** Send a command; a refusal is shown. */
  async command(message: Command): Promise<boolean> {
    this.problem = null;
    let answer = await this.#send(message);
    if (answer.type === "refused" && answer.problem.code === "too-many-requests") {
      await new Promise((resolve) => setTimeout(resolve, 700));
      answer = await this.#send(message);
    }
    if (answer.type === "accepted") this.#caused = Math.max(this.#caused, answer.number);
    if (answer.type !== "refused") return true;
    this.problem = answer.problem;
    if (answer.update) {
      this.#updates.flush();
      this.#show(answer.update, true);
    }
    return false;
  }

  /** Let bots answer and pieces move as fast as the reader likes it. */
  useSpeed(speed: Speed): void {
    if (speed === this.#speed || !this.mine.length) return;
    if (this.#socket.send({ type: "bot speed", speed })) this.#speed = speed;
  }

  /** Show no more of what bots do until the reader is asked again. */
  skip(): void {
    this.skipping = true;
    this.useSpeed("at once");
    this.#updates.flush();
  }

  /** Say anew who is here. */
  reopen(): void {
    this.#socket.reopen();
  }

  close(): void {
    clearTimeout(this.#forcing);
    clearTimeout(this.#rest);
    this.#socket.close();
  }

  /** Send what wants an answer. It keeps its key, so that it is carried out once even if it is sent again. */
  #send(message: Command): Promise<Answer> {
    const key = crypto.randomUUID();
    const whole = { ...message, key };
    return new Promise((resolve) => {
      this.#waiting.set(key, { message: whole, resolve });
      this.#socket.send(whole);
    });
  }

  #connected(state: SocketState): void {
    this.connection = state;
    if (state === "down") {
      for (const [key, { message, resolve }] of this.#waiting) {
        if (message.type !== "preview") continue;
        this.#waiting.delete(key);
        resolve({ type: "refused", problem: { code: "offline", detail: "", status: 0 } });
      }
    }
    // How fast bots answer is not kept by the server.
    if (state === "open") this.#speed = "normal";
    if (state === "open" && this.number && !this.skipping) this.useSpeed(preferences.speed);
    if (state === "open") for (const { message } of this.#waiting.values()) this.#socket.send(message);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "update":
        this.#heard = Math.max(this.#heard, message.number);
        // Who is here is known at once, whatever is still to be shown: later news of it must not be undone.
        if (message.table)
          this.present = message.table.seats.filter((seat) => seat.connected).map((seat) => seat.seat);
        if (message.table) void this.#shuffle(message.table, message.number);
        this.#updates.push(message);
        if (this.skipping) this.#updates.flush();
        return;
      case "chat": {
        const known = this.chat.at(-1)?.number ?? 0;
        const lines = message.lines.filter((line) => line.number > known);
        if (known && lines.some((line) => !line.mine)) sound("chat");
        this.chat = [...this.chat, ...lines];
        return;
      }
      case "presence":
        this.present = message.seats;
        return;
      case "accepted":
      case "refused":
      case "preview":
      case "said": {
        const waiting = this.#waiting.get(message.key ?? "");
        this.#waiting.delete(message.key ?? "");
        if (waiting) waiting.resolve(message);
        // What nobody asked for is told all the same: a bot that cannot decide.
        else if (message.type === "refused" && !message.key) this.problem = message.problem;
      }
    }
  }

  /** The others' decisions stay a moment; the reader's own are seen at once. */
  #lasting(update: Update): number {
    const seen = update.events.some((event) => event.log?.length && !this.mine.includes(event.seat ?? -1));
    return seen ? moving() * 1.6 : 0;
  }

  #show(update: Update, still: boolean): void {
    if (update.number < this.number) return;
    const known = this.number;
    const asked = this.asked;
    this.still = still || !known || !moving();
    if (update.view) this.view = update.view;
    else if (update.changes) this.view = { ...this.view, ...update.changes };
    if (update.table) this.info = update.table;
    const events = update.events.filter((event) => event.number > known);
    if (events.length) this.events = [...this.events, ...events];
    this.newEntries = events.flatMap((event) => event.log ?? []);
    this.number = update.number;
    const seat = update.seat ?? null;
    if (known && seat !== this.seat && this.mine.length > 1) void this.#retell(seat);
    this.seat = seat;
    this.actor = update.actor ?? null;
    this.choices = this.info?.paused ? [] : (update.choices ?? []);
    this.halfMade = update.half_made ?? false;
    if (this.skipping && (this.asked || this.info?.status !== "running")) this.skipping = false;
    this.botFrom = update.bot_from ?? null;
    this.clock = update.clock ? { ...update.clock, heard: Date.now() } : null;
    if (events.length || !asked) {
      this.#lookahead.forget();
      this.leaveDraft();
    }
    if (known) this.#sound(events);
    if (!document.hidden) see(this.id, this.number);
    this.#force();
  }

  /** Before the deal the server asks for what this browser adds to the shuffles; nobody need press anything. */
  async #shuffle({ shuffle, seats, commitment: promise }: TableInfo, number: number): Promise<void> {
    const seat = seats.find(({ seat, mine }) => mine && shuffle?.waits_for?.includes(seat))?.seat;
    if (seat === undefined || number === this.#shuffled) return;
    this.#shuffled = number;
    if (shuffle!.stage === "commit") {
      const commitment = await newCommitment();
      if (commitment) await this.#send({ type: "commit", seat, commitment });
      return;
    }
    const committed = shuffle!.parts?.find((each) => each.seat === seat)?.commitment;
    const part = committed ? partFor(committed, promise) : null;
    if (part) await this.#send({ type: "reveal", seat, part });
  }

  /** Several play at one screen: the next one reads what happened from another seat. */
  async #retell(seat: number | null): Promise<void> {
    this.events = [];
    const whole = await get("/tables/{table_id}", { table_id: this.id, since: 0, seat }).catch(() => null);
    if (!whole || seat !== this.seat) return;
    const later = this.events;
    const before = later[0]?.number ?? this.number + 1;
    this.events = [...whole.events.filter(({ number }) => number < before), ...later];
  }

  #sound(events: EventMessage[]): void {
    if (events.some((event) => event.kind === "ended")) sound("end");
    else if (this.asked) sound("turn");
    else if (events.some((event) => event.kind === "undone")) sound("undo");
    else if (this.newEntries.length) sound("move");
  }

  /** Where there is only one thing to do, and nobody learns from haste, it is done after it was shown. */
  #force(): void {
    this.#unforce();
    const only = this.choices.length === 1 ? this.choices[0]! : null;
    if (!only || preferences.confirm || !this.gameUi.autoSend?.(only, this)) return;
    this.forced = only;
    this.#forcing = window.setTimeout(() => this.forced && void this.act([only.notation]), SHOWN);
  }

  #unforce(): void {
    clearTimeout(this.#forcing);
    this.forced = null;
  }
}
