// The log in groups: one seat's turn together, what was taken back known as such.
import { describe, expect, it } from "vitest";
import { grouped, takenBack, toldBy } from "../../src/table/logGroups";
import type { LogEntry } from "../../src/api/types";
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

  it("does not tell that something was put back of which it told nothing", () => {
    const begun = event(9, "acted", { seat: 0, decisions: 4, log: [] });
    const putBack = event(10, "undone", { seat: 0, decisions: 3 });
    expect(grouped([acted(8, 1, 3), begun, putBack]).map(({ number }) => number)).toEqual([8]);
    expect(grouped([acted(8, 1, 3), acted(9, 0, 4), putBack]).map(({ number }) => number)).toEqual([
      8, 9, 10,
    ]);
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

describe("payments", () => {
  const entry = (kind: string, words = kind, seat = 0): LogEntry => ({ kind, seat, words });
  const belong = (entries: LogEntry[]): boolean => entries.every(({ kind }) => kind === "paid");
  const did = (number: number, ...log: LogEntry[]) => event(number, "acted", { seat: 0, log });
  const words = (events: ReturnType<typeof did>[]) =>
    toldBy(events, belong).map(({ event, first, lines }) => [
      first,
      event.number,
      lines.map((line) => line.map((each) => each.words).join("+")),
    ]);

  it("of one event are one line", () => {
    const all = did(5, entry("observed"), entry("paid", "a"), entry("paid", "b"), entry("placed"));
    expect(words([all])).toEqual([[5, 5, ["observed", "a+b", "placed"]]]);
  });

  it("that were made one after the other are one line too, told with the last of them", () => {
    const events = [
      did(5, entry("observed")),
      did(6, entry("paid", "a")),
      did(7, entry("paid", "b"), entry("placed")),
    ];
    expect(words(events)).toEqual([
      [5, 5, ["observed"]],
      [6, 7, ["a+b", "placed"]],
    ]);
  });

  it("keep what came before them where it was", () => {
    expect(words([did(5, entry("observed"), entry("paid", "a")), did(6, entry("paid", "b"))])).toEqual([
      [5, 5, ["observed"]],
      [6, 6, ["a+b"]],
    ]);
  });

  it("of two seats are two lines", () => {
    expect(words([did(5, entry("paid", "a", 0), entry("paid", "b", 1))])).toEqual([[5, 5, ["a", "b"]]]);
  });

  it("leave everything else alone", () => {
    expect(words([did(5, entry("drew", "x"), entry("drew", "y"))])).toEqual([[5, 5, ["x", "y"]]]);
  });
});
