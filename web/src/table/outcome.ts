// How a game ended, as the table knows it: who won, who gave up or ran out of time, what is said of it.
import type { EventMessage, ResultInfo, SeatInfo } from "../api/types";

/** What became of a seat whose person did not play to the end. */
export type Fate = "resigned" | "time" | "away" | "bot_time" | "bot";

export type Headline =
  "over" | "you_won" | "won" | "shared_win" | "stand_in_won" | "you_gave_up" | "out_of_time" | "not_back";

export interface Outcome {
  headline: Headline;
  /** The seats in the first place. */
  winners: number[];
  /** By seat. */
  fates: (Fate | null)[];
  /** Seats in the order of their places; without places in the order of their points. */
  order: number[];
  /** By seat; none where the game has no places, as after an end by agreement. */
  places: (number | null)[];
}

export function fateOf(seat: SeatInfo, events: EventMessage[]): Fate | null {
  if (seat.kind !== "person") return null;
  const last = events.findLast(
    (event) => event.seat === seat.seat && ["resigned", "timed-out", "left", "sat"].includes(event.kind),
  );
  if (seat.resigned) {
    const how = events.findLast((event) => event.seat === seat.seat && event.kind === "resigned");
    const why = how?.data?.why;
    return why === "time" || why === "away" ? why : "resigned";
  }
  if (seat.bot === null) return null;
  return last?.kind === "timed-out" ? "bot_time" : "bot";
}

export function outcomeOf(result: ResultInfo, seats: SeatInfo[], events: EventMessage[]): Outcome {
  const fates = seats.map((seat) => fateOf(seat, events));
  const places = seats.map(({ seat }) => result.ranks[seat] ?? null);
  const winners = seats.length > 1 ? seats.flatMap(({ seat }) => (places[seat] === 1 ? [seat] : [])) : [];
  const order = seats
    .map(({ seat }) => seat)
    .sort(
      (a, b) =>
        (places[a] ?? 0) - (places[b] ?? 0) || (result.scores[b] ?? 0) - (result.scores[a] ?? 0) || a - b,
    );
  return { headline: headlineOf(winners, seats, fates), winners, fates, order, places };
}

/** Only who played to the end has won; where several play at one screen, nobody is "you". */
function headlineOf(winners: number[], seats: SeatInfo[], fates: (Fate | null)[]): Headline {
  const own = seats.filter((seat) => seat.mine && seat.kind === "person").map(({ seat }) => seat);
  const [me] = own.length === 1 ? own : [];
  const fate = me === undefined ? null : fates[me];
  if (winners.length > 1) return "shared_win";
  if (me !== undefined && winners[0] === me) return fate ? "stand_in_won" : "you_won";
  if (fate === "resigned" && !winners.length) return "you_gave_up";
  if (fate === "time" && !winners.length) return "out_of_time";
  if (fate === "away" && !winners.length) return "not_back";
  return winners.length ? "won" : "over";
}
