// The log in groups: one seat's turn together, what was taken back known as such.
import { describe, expect, it } from "vitest";
import { grouped, takenBack } from "../../src/table/logGroups";
import { acted, event } from "../helpers/examples";

describe("the log in groups", () => {
  it("keeps together what one seat did in one turn", () => {
    const groups = grouped([acted(5, 0), acted(6, 0), acted(7, 1), acted(8, 0)]);
    expect(groups.map(({ seat, events }) => [seat, events.length])).toEqual([
      [0, 2],
      [1, 1],
      [0, 1],
    ]);
    expect(groups.map(({ number }) => number)).toEqual([5, 7, 8]);
  });

  it("says nothing of who sat down before the game began", () => {
    const events = [
      event(1, "opened"),
      event(2, "sat", { seat: 0 }),
      event(3, "started"),
      event(4, "sat", { seat: 1 }),
    ];
    expect(grouped(events).map(({ number }) => number)).toEqual([4]);
  });

  it("takes a part of a log for one that was cut after the start", () => {
    expect(grouped([event(20, "sat", { seat: 1 })]).map(({ number }) => number)).toEqual([20]);
  });

  it("leaves out decisions of which nothing is told", () => {
    expect(grouped([event(9, "acted", { seat: 0, log: [] })])).toEqual([]);
  });

  it("gives what happens to the whole table a group of its own", () => {
    const groups = grouped([acted(5, 0), event(6, "paused"), event(7, "resumed"), acted(8, 0)]);
    expect(groups.map(({ seat }) => seat)).toEqual([0, null, null, 0]);
  });
});

describe("what was taken back", () => {
  it("is every decision after the last that stands", () => {
    const events = [acted(2, 0, 1), acted(3, 1, 2), acted(4, 0, 3), event(5, "undone", { decisions: 1 })];
    expect([...takenBack(events)]).toEqual([3, 4]);
  });

  it("stays taken back when the game goes on otherwise", () => {
    const events = [acted(2, 0, 1), event(3, "undone", { decisions: 0 }), acted(4, 0, 1)];
    expect([...takenBack(events)]).toEqual([2]);
  });
});
