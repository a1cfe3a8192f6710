// Points by source as bars: the best first, losses to the left of nought.
import { expect, it } from "vitest";
import { barsOf } from "../../src/table/pointBars";

it("puts gains beside each other and losses on the other side", () => {
  const bars = barsOf([{ cards: 3, tiles: -2 }, { cards: 1, tiles: 0, bonus: 4 }, { unused: 0 }], [1, 0, 2]);
  expect(bars.sources.map(({ source }) => source)).toEqual(["cards", "tiles", "bonus"]);
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

it("gives a source the same look in every game, whether others gave points or not", () => {
  const all = barsOf([{ building: 5, river: 3, lake: 2 }], [0]);
  const few = barsOf([{ building: 5, river: 0, lake: 2 }], [0]);
  const look = (bars: typeof all) => bars.sources.find(({ source }) => source === "lake")?.index;
  expect(look(few)).toBe(look(all));
  expect(few.rows[0]!.pieces.map(({ index }) => index)).toEqual([0, 2]);
});
