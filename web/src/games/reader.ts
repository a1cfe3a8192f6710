// Who "you" is: the reader, and only where the table is seen through the reader's own seat.
import type { SeatInfo } from "../api/types";

interface Seen {
  readonly seat: number | null;
  readonly seats: SeatInfo[];
}

/** Whether a seat is the reader's own and the one that is looked through; in a replay one may look through others'. */
export function isReader({ seat, seats }: Seen, asked: number | null): boolean {
  return asked !== null && asked === seat && (seats[asked]?.mine ?? false);
}
