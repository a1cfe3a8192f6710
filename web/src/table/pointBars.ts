// Points by source as bars: where each begins and how long it is. Losses go to the left of nought.
export interface Piece {
  source: string;
  /** Which of all sources, for its pattern. */
  index: number;
  points: number;
  from: number;
  to: number;
}

export interface Bars {
  sources: string[];
  rows: { seat: number; total: number; pieces: Piece[] }[];
  least: number;
  most: number;
}

/** Bars for every seat, best first; sources that gave nobody anything are left out. */
export function barsOf(sources: Record<string, number>[], ranks: number[]): Bars {
  const names = [...new Set(sources.flatMap((each) => Object.keys(each)))].filter((name) =>
    sources.some((each) => each[name]),
  );
  let [least, most] = [0, 1];
  const rows = sources.map((each, seat) => {
    let [left, right] = [0, 0];
    const pieces = names.flatMap((source, index): Piece[] => {
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
  rows.sort((a, b) => (ranks[a.seat] ?? 0) - (ranks[b.seat] ?? 0) || a.seat - b.seat);
  return { sources: names, rows, least, most };
}
