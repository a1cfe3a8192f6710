// The moments of a game: one count for log, slider, address and analysis.
import { describe, expect, it } from "vitest";
import { eventAfter, momentOf, momentOfDecision, momentsOf } from "../../src/table/moments";
import { acted, event } from "../helpers/examples";

const EVENTS = [
  event(1, "opened"),
  event(2, "sat", { seat: 0 }),
  event(3, "started", { decisions: 0 }),
  acted(4, 0, 1),
  event(5, "asked", { seat: 1 }),
  acted(6, 1, 3),
  event(7, "undone", { decisions: 1 }),
  acted(8, 1, 2),
  event(9, "ended"),
];

describe("moments", () => {
  it("begin with the deal and count whatever changed the position, what was taken back included", () => {
    expect([...momentsOf(EVENTS)]).toEqual([
      [3, 0],
      [4, 1],
      [6, 2],
      [7, 3],
      [8, 4],
      [9, 5],
    ]);
  });

  it("say of what is none the one before it", () => {
    for (const [number, moment] of momentsOf(EVENTS)) expect(momentOf(EVENTS, number)).toBe(moment);
    expect(momentOf(EVENTS, 5)).toBe(1);
    expect(momentOf(EVENTS, 1)).toBe(0);
  });

  it("know at which of them a decision that stands was made", () => {
    expect(momentOfDecision(EVENTS, 1)).toBe(1);
    expect(momentOfDecision(EVENTS, 2)).toBe(4);
    expect(eventAfter(EVENTS, 1)).toBe(7);
  });
});
