// Which token lies where. The server counts tokens; the wheel gives each a life of its own, so that it can be seen to move.
import type { Seat } from "../types";

export interface Token {
  key: string;
  seat: number;
  /** Nothing for one in the reserve. */
  sign: string | null;
  /** Which of its owner's tokens on that sign it is, from 0. */
  layer: number;
}

export class Tokens {
  #signs: (string | null)[][] = [];

  /** The tokens after a change: as few as possible have moved. */
  settle(seats: Seat[]): Token[] {
    this.#signs = seats.map((seat, n) => this.#settled(this.#signs[n] ?? [], seat));
    return this.#signs.flatMap((signs, seat) =>
      signs.map((sign, n) => ({
        key: `${seat} ${n}`,
        seat,
        sign,
        layer: signs.slice(0, n).filter((other) => other === sign).length,
      })),
    );
  }

  #settled(before: (string | null)[], seat: Seat): (string | null)[] {
    const missing = { ...seat.tokens };
    const after: (string | null | undefined)[] = before.map((sign) => {
      if (sign === null || !missing[sign]) return sign === null ? null : undefined;
      missing[sign] -= 1;
      return sign;
    });
    const wanted = Object.entries(missing).flatMap(([sign, count]) => Array<string>(count).fill(sign));
    // Those that must leave a sign go first where one is wanted, then those of the reserve.
    for (const state of [undefined, null]) {
      for (let n = 0; n < after.length && wanted.length; n += 1) {
        if (after[n] === state) after[n] = wanted.shift()!;
      }
    }
    const kept = after.map((sign) => sign ?? null);
    return [...kept, ...wanted];
  }
}
