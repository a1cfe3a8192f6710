// A table as it was: steps of its game, fetched in parts, shown one after the other on the same board.
import type { Scene } from "../games/gameUi";
import { moving, preferences, type Speed } from "../components/preferences.svelte";
import { get } from "../api/http";
import { NO_VIEW } from "../api/noView";
import type { Action, EventMessage, ReplayStep, SeatInfo, LogEntry, View } from "../api/types";
import { t } from "../messages/messages.svelte";
import { isMoment } from "./moments";
import { seatName } from "./seatNames";

/** Milliseconds at least between two moments that are played. */
const PACE: Record<Speed, number> = { slow: 1800, normal: 700, fast: 350, "at once": 150 };
/** Moments in one answer of the server. */
const PART = 50;

interface Start {
  id: string;
  seats: SeatInfo[];
  events: EventMessage[];
  /** Whose viewpoint; none for a spectator's. */
  seat: number | null;
  /** Called when it has played to the end. */
  done?: () => void;
}

export class Replay implements Scene {
  readonly id: string;
  readonly seats: SeatInfo[];
  events = $state.raw<EventMessage[]>([]);
  seat = $state<number | null>(null);
  step = $state.raw<ReplayStep | null>(null);
  newEntries = $state.raw<LogEntry[]>([]);
  marked = $state.raw<readonly string[]>([]);
  still = $state(true);
  playing = $state(false);
  readonly choices: Action[] = [];
  readonly pointed = null;
  readonly preview = null;
  readonly draft = null;
  readonly steps: number[];

  #parts = new Map<string, Promise<ReplayStep[]>>();
  #wanted = 0;
  #timer = 0;
  readonly #done: () => void;

  constructor({ id, seats, events, seat, done }: Start) {
    this.id = id;
    this.seats = seats;
    this.events = events;
    this.seat = seat;
    this.steps = events.filter(isMoment).map((event) => event.number);
    this.#done = done ?? (() => {});
  }

  get view(): View {
    return this.step?.view ?? NO_VIEW;
  }

  get actor(): number | null {
    return this.step?.actor ?? null;
  }

  /** The number of the event that is shown. */
  get at(): number {
    return this.step?.number ?? 0;
  }

  /** The moment that is shown: the place of its step among the steps. */
  get place(): number {
    const later = this.steps.findIndex((number) => number > this.at);
    return later < 0 ? this.steps.length - 1 : Math.max(0, later - 1);
  }

  name(seat: number): string {
    return this.seats[seat]?.mine && seat === this.seat ? t("frame.you") : seatName(this.seats, seat);
  }

  point(): void {}
  pick(): void {}
  lookAhead(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Show the table after the step with this place; next to the one shown, pieces move. */
  async go(place: number): Promise<void> {
    const wanted = Math.max(0, Math.min(place, this.steps.length - 1));
    await this.show(this.steps[wanted] ?? 1, wanted === this.place + 1);
  }

  /** Show the table after an event. */
  async show(event: number, stepwise = false): Promise<void> {
    // Before the deal there is nothing to look at.
    const number = Math.max(event, this.steps[0] ?? 1);
    this.#wanted = number;
    const step = await this.#load(number);
    if (this.#wanted !== number || !step) return;
    this.still = !stepwise || !moving();
    this.newEntries = stepwise ? (step.event.log ?? []) : [];
    this.step = step;
  }

  /** Change the viewpoint. */
  async through(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.show(this.at);
  }

  async play(): Promise<void> {
    if (this.playing) return this.stop();
    this.playing = true;
    if (this.place >= this.steps.length - 1) await this.go(0);
    this.#next();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = window.setTimeout(
      async () => {
        if (!this.playing) return;
        await this.go(this.place + 1);
        if (!this.playing) return;
        if (this.place < this.steps.length - 1) return this.#next();
        this.stop();
        this.#done();
      },
      Math.max(PACE[preferences.speed], moving() * 3),
    );
  }

  async #load(number: number): Promise<ReplayStep | null> {
    const part = Math.floor((number - 1) / PART);
    const key = `${this.seat} ${part}`;
    let found = this.#parts.get(key);
    if (!found) {
      found = get("/tables/{table_id}/replay", {
        table_id: this.id,
        first: part * PART + 1,
        count: PART,
        seat: this.seat,
      }).then((part) => this.#heard(part.steps));
      found.catch(() => this.#parts.delete(key));
      this.#parts.set(key, found);
    }
    return (await found).find((step) => step.number === number) ?? null;
  }

  /** The log says what the viewpoint's seat knew. */
  #heard(steps: ReplayStep[]): ReplayStep[] {
    const known = new Map(steps.map((step) => [step.number, step.event]));
    this.events = this.events.map((event) => known.get(event.number) ?? event);
    return steps;
  }
}
