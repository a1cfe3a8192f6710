// A table as the page knows it: what the server told, and what the reader is about to do.
import type { Draft, Face, Scene, View, Wrong } from "../games/face";
import { t } from "../words/words.svelte";
import type {
  ChatLine,
  Choice,
  ClockInfo,
  FromServer,
  Happened,
  Problem,
  TableInfo,
  Told,
  Tried,
  Update,
} from "../wire/types";
import { PartsDraft } from "./draft.svelte";
import { Line, type LineState } from "./line";

type Answer = Extract<FromServer, { type: "accepted" | "refused" | "tried" | "said" }>;
type Waiting = { message: object; resolve: (answer: Answer) => void };

export class Table implements Scene {
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View>({});
  seat = $state<number | null>(null);
  actor = $state<number | null>(null);
  choices = $state.raw<Choice[]>([]);
  clock = $state.raw<ClockInfo | null>(null);
  events = $state.raw<Happened[]>([]);
  news = $state.raw<Told[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  here = $state.raw<number[]>([]);
  number = $state(0);
  line = $state<LineState>("connecting");
  problem = $state.raw<Problem | null>(null);
  marked = $state.raw<readonly string[]>([]);
  pointed = $state.raw<Choice | null>(null);
  foreseen = $state.raw<Tried | null>(null);
  draft = $state.raw<Draft | null>(null);
  calm = $state(false);

  readonly #line: Line;
  readonly #waiting = new Map<string, Waiting>();
  readonly #tried = new Map<string, Promise<Tried | Wrong | null>>();

  constructor(
    readonly id: string,
    readonly face: Face,
    seat: number | null = null,
  ) {
    this.#line = new Line(
      id,
      {
        hear: (message) => this.#hear(message),
        state: (state) => this.#connected(state),
        since: () => ({ number: this.number, chat: this.chat.at(-1)?.number ?? 0 }),
      },
      seat,
    );
  }

  get seats() {
    return this.info?.seats ?? [];
  }

  /** Whether the reader is asked something now. */
  get asked(): boolean {
    return this.choices.length > 0;
  }

  name(seat: number): string {
    const found = this.seats[seat];
    return found?.mine && seat === this.seat ? t("frame.you") : (found?.name ?? "");
  }

  point(choice: Choice | null): void {
    this.pointed = choice;
    this.foreseen = null;
    if (!choice) return;
    void this.wonder(choice.notation).then((found) => {
      if (this.pointed === choice && found && !("wrong" in found)) this.foreseen = found;
    });
  }

  pick(choice: Choice): void {
    if (this.draft?.open.includes(choice)) return this.draft.add(choice);
    if (this.face.drafting?.begins(choice, this)) {
      this.draft = new PartsDraft(this, this.face.drafting, choice);
      return;
    }
    void this.act([choice.notation]);
  }

  play(...actions: string[]): void {
    void this.act(actions);
  }

  async wonder(...actions: string[]): Promise<Tried | Wrong | null> {
    const asked = `${this.number} ${actions.join("|")}`;
    let answer = this.#tried.get(asked);
    if (!answer) this.#tried.set(asked, (answer = this.#wonder(actions)));
    return answer;
  }

  async #wonder(actions: string[]): Promise<Tried | Wrong | null> {
    if (!this.asked) return null;
    const answer = await this.#send({ type: "try", seen: this.number, actions });
    if (answer.type === "tried") return answer;
    return answer.type === "refused" ? { wrong: answer.problem.detail } : null;
  }

  /** Decide; several actions are carried out all or none. */
  async act(actions: string[]): Promise<boolean> {
    this.point(null);
    this.draft = null;
    this.choices = [];
    return this.command({ type: "act", seen: this.number, actions });
  }

  /** Send a command; a refusal is shown. */
  async command(message: object): Promise<boolean> {
    this.problem = null;
    const answer = await this.#send(message);
    if (answer.type !== "refused") return true;
    this.problem = answer.problem;
    if (answer.update) this.#update(answer.update);
    return false;
  }

  /** Say anew who is here. */
  reopen(): void {
    this.#line.reopen();
  }

  close(): void {
    this.#line.close();
  }

  /** Send what wants an answer. It keeps its key, so that it can be sent again when the line was down. */
  #send(message: object): Promise<Answer> {
    const key = crypto.randomUUID();
    const whole = { ...message, key };
    return new Promise((resolve) => {
      this.#waiting.set(key, { message: whole, resolve });
      this.#line.send(whole);
    });
  }

  #connected(state: LineState): void {
    this.line = state;
    if (state === "open") for (const { message } of this.#waiting.values()) this.#line.send(message);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "update":
        return this.#update(message);
      case "chat":
        this.chat = [...this.chat, ...message.lines];
        return;
      case "here":
        this.here = message.seats;
        return;
      case "accepted":
      case "refused":
      case "tried":
      case "said": {
        const waiting = this.#waiting.get(message.key ?? "");
        this.#waiting.delete(message.key ?? "");
        waiting?.resolve(message);
      }
    }
  }

  #update(update: Update): void {
    if (update.view) this.view = update.view;
    else if (update.changes) this.view = { ...this.view, ...update.changes };
    if (update.table) this.info = update.table;
    const known = this.number;
    const events = update.events.filter((event) => event.number > known);
    this.events = [...this.events, ...events];
    this.news = events.flatMap((event) => event.told ?? []);
    this.number = update.number;
    this.seat = update.seat ?? null;
    this.actor = update.actor ?? null;
    this.choices = update.choices ?? [];
    this.clock = update.clock ?? null;
    this.#tried.clear();
  }
}
