// Points by source as bars: where each begins and how long it is. Losses go to the left of nought.
export interface Piece {
  source: string;
  /** Which of all the game's sources, for its look: the same in every game, whatever else gave points. */
  index: number;
  points: number;
  from: number;
  to: number;
}

export interface Bars {
  sources: { source: string; index: number }[];
  rows: { seat: number; total: number; pieces: Piece[] }[];
  least: number;
  most: number;
}

/** Bars for every seat in an order; sources that gave nobody anything are left out. */
export function barsOf(sources: Record<string, number>[], order: number[]): Bars {
  const given = [...new Set(sources.flatMap((each) => Object.keys(each)))]
    .map((source, index) => ({ source, index }))
    .filter(({ source }) => sources.some((each) => each[source]));
  let [least, most] = [0, 1];
  const rows = sources.map((each, seat) => {
    let [left, right] = [0, 0];
    const pieces = given.flatMap(({ source, index }): Piece[] => {
      const points = each[source] ?? 0;
      if (!points) return [];
      const from = points > 0 ? right : left + points;
      const to = from + Math.abs(points);
      if (points > 0) right = to;
      else left = from;
      return [{ source, index, points, from, to }];
    });
    [least, most] = [Math.min(least, left), Math.max(most, right)];
    return { seat, pieces, total: Object.values(each).reduce((sum, points) => sum + points, 0) };
  });
  return { sources: given, rows: order.map((seat) => rows[seat]!), least, most };
}
