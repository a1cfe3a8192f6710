// A view of any game as data to show.
import { describe, expect, it } from "vitest";
import { lineOf, linesOf, partsOf, pointsOf, tableOf } from "../../../src/games/generic/viewData";

const VIEW = {
  game: "nim",
  seat: 0,
  asked: "Take some.",
  phase: "take",
  heaps: [3, 4, 5],
  seats: [
    { score: 2, hand_size: 1, last: null },
    { score: 0, hand_size: 4, last: "b2" },
  ],
  options: { misere: true },
};

describe("a view of any game", () => {
  it("leaves out what the page shows elsewhere", () => {
    expect(partsOf(VIEW).map(({ name }) => name)).toEqual(["phase", "heaps", "seats", "options"]);
  });

  it("writes simple values and lists of them in a line", () => {
    expect(lineOf([3, 4, 5])).toBe("3, 4, 5");
    expect(lineOf(null)).toBe("–");
    expect(lineOf([[1, 2], ["a"]])).toBe("1, 2, a");
    expect(lineOf({ a: 1 })).toBeNull();
  });

  it("makes a table of things that are alike", () => {
    expect(tableOf(VIEW.seats, (n) => `P${n}`)).toEqual({
      columns: ["score", "hand_size", "last"],
      rows: [
        { name: "P0", cells: ["2", "1", "–"] },
        { name: "P1", cells: ["0", "4", "b2"] },
      ],
    });
    expect(tableOf([{ a: { b: 1 } }])).toBeNull();
    expect(tableOf([1, { a: 1 }])).toBeNull();
    expect(tableOf([])).toBeNull();
  });

  it("finds the points of a seat", () => {
    expect(pointsOf(VIEW, 0)).toBe(2);
    expect(pointsOf({ seats: [{ points: 3 }] }, 0)).toBe(3);
    expect(pointsOf({ board: [] }, 0)).toBeNull();
    expect(pointsOf(VIEW, 5)).toBeNull();
  });

  it("can be read as lines of text", () => {
    expect(linesOf(VIEW.options)).toEqual(["misere: ✓"]);
    expect(linesOf({ a: { b: 1, c_d: [2, 3] } })).toEqual(["a, b: 1", "a, c d: 2, 3"]);
  });
});
