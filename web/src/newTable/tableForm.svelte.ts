// The table someone is about to open: everything that can be chosen, with good defaults.
import { IN_BROWSER_ONLY } from "../connection/site";
import { usualLevel } from "../home/opponents";
import type { GameInfo, TableSettings, TableRequest, Value } from "../api/types";

export type SeatRequest = "me" | "open" | string;
/** Who sits down beside the reader, if nothing else is chosen: a friend, or a bot where nobody else can come. */
const OTHERS = (): string => (IN_BROWSER_ONLY ? usualLevel() : "open");

export type Pace = "none" | "live" | "correspondence";

export class TableForm {
  players = $state(2);
  seats = $state<SeatRequest[]>([]);
  /** What those are called who play at this screen besides the reader. */
  names = $state<string[]>([]);
  options = $state<Record<string, Value>>({});
  pace = $state<Pace>("none");
  bank = $state(15);
  increment = $state(15);
  days = $state(3);
  visible = $state(false);
  undo = $state<TableSettings["undo"]>("free");
  timeOut = $state<TableSettings["on_time_out"]>("bot");
  /** Who plays for someone who leaves or runs out of time. */
  standIn = $state("novice");
  spectators = $state(true);
  delay = $state(0);
  chat = $state<TableSettings["chat"]>("players");

  constructor(readonly game: GameInfo) {
    this.seatPlayers(game.default_players);
    for (const option of game.options) this.options[option.name] = option.default;
  }

  /** So many seats: mine, and open ones for friends. Seats that were chosen already stay. */
  seatPlayers(players: number): void {
    this.players = players;
    this.seats = Array.from({ length: players }, (_, n) => this.seats[n] ?? (n === 0 ? "me" : OTHERS()));
    this.names = Array.from({ length: players }, (_, n) => this.names[n] ?? "");
    // What does not fit so many players is as usual again.
    for (const { name, default: usual, unfit } of this.game.options) {
      const value = this.options[name];
      if (value !== undefined && unfit?.[String(players)]?.includes(value)) this.options[name] = usual;
    }
  }

  /** All seats but mine for bots, or for friends. */
  fill(whom: "bots" | "friends"): void {
    this.seats = this.seats.map((_, n) => (n === 0 ? "me" : whom === "bots" ? usualLevel() : "open"));
  }

  /** Whether others must find the table, or a clock runs: nothing for a browser alone. */
  get needsServer(): boolean {
    return this.hasOpenSeats || this.visible || this.pace !== "none";
  }

  get hasOpenSeats(): boolean {
    return this.seats.includes("open");
  }

  /** The form as the server reads it; options that were left as they are are not mentioned. */
  message(): TableRequest {
    const defaults = Object.fromEntries(this.game.options.map((option) => [option.name, option.default]));
    const options = Object.entries(this.options).filter(([name, value]) => value !== defaults[name]);
    return {
      game: this.game.name,
      players: this.players,
      seats: [...this.seats],
      names: this.seats.map((who, n) => (who === "me" && n > 0 ? (this.names[n]?.trim() ?? "") : "")),
      options: Object.fromEntries(options),
      settings: {
        pace: this.#pace(),
        public: this.visible,
        undo: this.undo,
        on_time_out: this.timeOut,
        stand_in: this.standIn,
        spectators: this.spectators,
        delay: this.delay,
        chat: this.chat,
      },
      key: crypto.randomUUID(),
    };
  }

  #pace(): TableSettings["pace"] {
    if (this.pace === "live") return { kind: "live", bank: this.bank * 60, increment: this.increment };
    if (this.pace === "correspondence") return { kind: "correspondence", days: this.days };
    return { kind: "none" };
  }
}
