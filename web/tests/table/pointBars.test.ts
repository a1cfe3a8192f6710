// Points by source as bars: the best first, losses to the left of nought.
import { expect, it } from "vitest";
import { barsOf } from "../../src/table/pointBars";

it("puts gains beside each other and losses on the other side", () => {
  const bars = barsOf([{ cards: 3, tiles: -2 }, { cards: 1, tiles: 0, bonus: 4 }, { unused: 0 }], [2, 1, 3]);
  expect(bars.sources).toEqual(["cards", "tiles", "bonus"]);
  expect(bars.rows.map(({ seat, total }) => [seat, total])).toEqual([
    [1, 5],
    [0, 1],
    [2, 0],
  ]);
  expect([bars.least, bars.most]).toEqual([-2, 5]);
  expect(bars.rows[1]!.pieces.map(({ from, to }) => [from, to])).toEqual([
    [0, 3],
    [-2, 0],
  ]);
});
