// Small examples of what the server sends, for tests.
import type { Action, EventMessage, SeatInfo, TableInfo, Update, View } from "../../src/api/types";
import type { GameUi } from "../../src/games/gameUi";

export const VIEW: View = { game: "example", seat: 0, players: 2, to_move: 0, phase: "play", asked: "" };

export function action(notation: string, kind = notation.split(" ")[0]!): Action {
  return { kind, number: 0, notation };
}

export function event(number: number, kind: string, more: Partial<EventMessage> = {}): EventMessage {
  return { number, at: 0, kind, ...more };
}

/** What a seat did; `decisions` is how many decisions stand after it. */
export function acted(number: number, seat: number, decisions = number): EventMessage {
  return event(number, "acted", { seat, decisions, log: [{ kind: "done", seat, words: "does something" }] });
}

function seat(number: number, mine: boolean): SeatInfo {
  return {
    seat: number,
    kind: "person",
    name: `P${number}`,
    bot: null,
    mine,
    resigned: false,
    connected: true,
  };
}

export const TABLE: TableInfo = {
  id: "t",
  game: "example",
  players: 2,
  options: {},
  settings: {},
  status: "running",
  seats: [seat(0, true), seat(1, false)],
  host: true,
  commitment: "",
  created_at: 0,
  paused: false,
  requests: [],
};

export function update(number: number, more: Partial<Update> = {}): Update {
  return { type: "update", number, since: number - 1, events: [], seat: 0, actor: 0, ...more };
}

/** A game whose payments are put together: "buy" begins one, "pay N" are its parts, the cheapest first. */
export const GAME_UI: GameUi = {
  Board: () => ({}),
  Miniature: () => ({}),
  prompt: () => "",
  choiceWords: ({ notation }) => notation,
  decisionWords: ({ notation }) => notation,
  reasonWords: (reason) => reason?.code ?? "",
  isDrawn: () => false,
  logWords: ({ words }) => words,
  places: () => [],
  previewWords: () => [],
  points: () => null,
  textView: () => [],
  ending: () => "",
  drafting: {
    begins: ({ kind }) => kind === "buy",
    isPart: ({ kind }) => kind === "pay",
    prefer: (open) => open.toSorted((a, b) => a.notation.localeCompare(b.notation))[0]!,
  },
};
