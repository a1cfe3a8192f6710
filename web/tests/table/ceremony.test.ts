// The scoring at the end: totals grow step by step, and every seat that a step is about is named.
import { expect, it } from "vitest";
import type { ScoringStep } from "../../src/api/types";
import { Ceremony, totalsAfter } from "../../src/table/ceremony.svelte";
import { costlyDecisions, seatsToTry } from "../../src/table/costlyDecisions";
import { percentages } from "../../src/table/percentages";
import { gainWords, seatsIn } from "../../src/table/scoringWords";

const STEPS: ScoringStep[] = [
  { source: "building", what: "a", points: [3, 0] },
  { source: "districts", what: "b", points: [0, 5], counts: [1, 4] },
  { source: "sacred stones", points: [-1, 0] },
];

it("adds up step by step", () => {
  expect(STEPS.map((_, at) => totalsAfter(STEPS, at, 2))).toEqual([
    [3, 0],
    [3, 5],
    [2, 5],
  ]);
});

it("goes forward and back within its steps, and then to the result", () => {
  let closed = 0;
  const ceremony = new Ceremony(STEPS, 2, () => (closed += 1));
  ceremony.go(-1);
  expect(ceremony.at).toBe(0);
  ceremony.go(9);
  expect(ceremony.last).toBe(true);
  expect(ceremony.totals).toEqual([2, 5]);
  ceremony.close();
  expect(closed).toBe(1);
});

it("names those who get points and those whose count decided", () => {
  expect(seatsIn(STEPS[0]!, 2)).toEqual([0]);
  expect(seatsIn(STEPS[1]!, 2)).toEqual([0, 1]);
  expect(seatsIn({ source: "objective", seat: 1, points: [0, 0] }, 2)).toEqual([1]);
  expect([gainWords(5), gainWords(-2), gainWords(0)]).toEqual(["+5", "−2", ""]);
});

it("rounds an outlook so that it adds up to 100", () => {
  expect(percentages([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(percentages([0.335, 0.335, 0.33])).toEqual([34, 33, 33]);
  expect(percentages([1, 0])).toEqual([100, 0]);
  expect(percentages([0.625, 0.375])).toEqual([63, 37]);
});

it("begins with the reader's own decisions, the costliest first, and seats the reader to try again", () => {
  const action = { number: 0, notation: "pass", kind: "pass" };
  const decision = (number: number, seat: number, loss: number) => ({
    number,
    seat,
    loss,
    played: action,
    best: action,
  });
  const seats = [0, 1, 2].map((seat) => ({
    seat,
    kind: seat ? "bot" : "person",
    name: "",
    bot: seat === 1 ? "adept" : null,
    mine: seat === 0,
    resigned: false,
  }));
  const decisions = [decision(1, 0, 0.1), decision(2, 1, 0.4), decision(3, 0, 0.2), decision(4, 0, 0.001)];
  const found = costlyDecisions({ status: "done", done: 4, of: 4, budget: "", decisions }, seats);
  expect(found.own.map(({ number }) => number)).toEqual([3, 1]);
  expect(found.others.map(({ number }) => number)).toEqual([2]);
  expect(seatsToTry(seats, 0, "novice")).toEqual(["me", "adept", "novice"]);
});
