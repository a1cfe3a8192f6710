// How a game ended: only who played to the end has won, and who gave up or ran out of time is told as such.
import { expect, it } from "vitest";
import type { EventMessage, ResultInfo, SeatInfo } from "../../src/api/types";
import { outcomeOf } from "../../src/table/outcome";

function seat(number: number, more: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat: number,
    kind: "bot",
    name: "",
    bot: "novice",
    mine: false,
    resigned: false,
    connected: false,
    reserved: false,
    gone: false,
    ...more,
  };
}

const me = (number: number, more: Partial<SeatInfo> = {}): SeatInfo =>
  seat(number, { kind: "person", bot: null, name: "Ada", mine: true, ...more });

function result(ranks: number[], scores: number[] = [], why = "finished"): ResultInfo {
  return { why, ranks, scores, key: "" };
}

function event(number: number, kind: string, seat: number, why?: string): EventMessage {
  return { number, at: 0, kind, seat, data: why ? { why } : {} };
}

it("says that the reader won where the reader played to the end", () => {
  const found = outcomeOf(result([1, 2, 3], [9, 7, 5]), [me(0), seat(1), seat(2)], []);
  expect(found.headline).toBe("you_won");
  expect(found.order).toEqual([0, 1, 2]);
});

it("does not say so of a game that bots finished", () => {
  const left = me(0, { bot: "novice" });
  const events = [event(4, "left", 0)];
  const found = outcomeOf(result([1, 2], [9, 7]), [left, seat(1)], events);
  expect(found.headline).toBe("stand_in_won");
  expect(found.fates).toEqual(["bot", null]);
  const gaveUp = me(0, { bot: "novice", resigned: true });
  const after = outcomeOf(
    result([3, 1, 2], [9, 7, 8]),
    [gaveUp, seat(1), seat(2)],
    [event(4, "resigned", 0)],
  );
  expect(after.headline).toBe("won");
  expect(after.winners).toEqual([1]);
  expect(after.fates[0]).toBe("resigned");
  expect(after.order).toEqual([1, 2, 0]);
});

it("tells who ran out of time from who gave up", () => {
  const seats = [me(0), seat(1, { kind: "person", name: "Bob", bot: null, resigned: true })];
  const lost = [event(4, "resigned", 1, "time")];
  expect(outcomeOf(result([1, 2], [], "resigned"), seats, lost).fates).toEqual([null, "time"]);
  const replaced = [me(0), seat(1, { kind: "person", name: "Bob" })];
  const events = [event(3, "left", 1), event(5, "sat", 1), event(7, "timed-out", 1)];
  expect(outcomeOf(result([1, 2], [9, 7]), replaced, events).fates).toEqual([null, "bot_time"]);
});

it("has no places after an end by agreement, and no winner in a game for one", () => {
  const agreed = outcomeOf(result([], [], "agreed"), [me(0), seat(1)], []);
  expect(agreed).toMatchObject({ headline: "over", winners: [], places: [null, null] });
  const alone = outcomeOf(
    result([2], [], "resigned"),
    [me(0, { resigned: true })],
    [event(2, "resigned", 0)],
  );
  expect(alone.headline).toBe("you_gave_up");
  expect(outcomeOf(result([1], [12]), [me(0)], []).headline).toBe("over");
});

it("names the winner where several play at one screen, and all of them where a win is shared", () => {
  expect(outcomeOf(result([2, 1], [3, 5]), [me(0), me(1)], []).headline).toBe("won");
  expect(outcomeOf(result([1, 1], [5, 5]), [me(0), seat(1)], []).headline).toBe("shared_win");
});

it("tells who did not come back in time", () => {
  const away = [event(4, "left", 0), event(9, "resigned", 0, "away")];
  const lost = me(0, { bot: "novice", resigned: true });
  const found = outcomeOf(result([2, 1], [9, 7], "resigned"), [lost, seat(1)], away);
  expect(found.fates).toEqual(["away", null]);
  expect(found.headline).toBe("won");
  expect(outcomeOf(result([2], [9], "resigned"), [lost], away).headline).toBe("not_back");
});
