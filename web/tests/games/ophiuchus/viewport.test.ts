// Which part of the sky is seen: all of it while squares can be hit, and arrows where some lie beyond the edge.
import { expect, it } from "vitest";
import { beyond, windowOn, type Area } from "../../../src/games/ophiuchus/logic/viewport";

const whole: Area = { west: -4, east: 4, north: -4, south: 4 };
const corners = [-4, 4].flatMap((x) => [-4, 4].map((y) => ({ x, y })));

it("keeps the rim round the sky where there is room for it", () => {
  expect(windowOn(whole, 1050, 1050).size).toBe(100);
});

it("gives up the rim before squares become smaller than a finger likes", () => {
  const seen = windowOn(whole, 390, 600);
  expect(seen.size).toBe(41);
  expect(beyond(corners, seen, 390, 600)).toEqual({});
});

it("shows everything in less room, smaller", () => {
  const seen = windowOn(whole, 390, 300);
  expect(seen.size).toBeCloseTo(300 / 9.2);
  expect(beyond(corners, seen, 390, 300)).toEqual({});
});

it("never makes squares too small to be hit, and says what lies beyond the edge", () => {
  const seen = windowOn(whole, 390, 120);
  expect(seen.size).toBe(24);
  // Nine squares of 24 pixels in 120: 48 are missing above and below.
  expect(beyond(corners, seen, 390, 120)).toEqual({ top: 48, bottom: 48 });
});

it("makes a picture that nobody plays as small as it must be, with its rim", () => {
  expect(windowOn(whole, 105, 105, 1, { x: 0, y: 0 }, false).size).toBe(10);
});
