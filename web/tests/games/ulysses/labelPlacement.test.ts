// Names on the map: beside their places, never on each other, the important ones first.
import { describe, expect, it } from "vitest";
import { placed, type Named } from "../../../src/games/ulysses/logic/labelPlacement";

const SIZE = { width: 600, height: 400 };
const RADIUS = 14;
const HEIGHT = 15;

function named(id: string, x: number, y: number, weight = 0, width = 60): Named {
  return { id, x, y, width, weight };
}

function rects(names: Named[], blocked?: Parameters<typeof placed>[3]) {
  const byId = new Map(names.map((each) => [each.id, each]));
  return placed(names, RADIUS, SIZE, blocked).map(({ id, dx, dy }) => {
    const { x, y, width } = byId.get(id)!;
    const [middle, centre] = [x + dx, y + dy];
    return {
      id,
      left: middle - width / 2,
      right: middle + width / 2,
      top: centre - HEIGHT / 2,
      bottom: centre + HEIGHT / 2,
    };
  });
}

type Rect = Omit<ReturnType<typeof rects>[number], "id">;
const cross = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe("names on the map", () => {
  it("writes a name that has room, near its place", () => {
    const [label] = placed([named("a", 300, 200)], RADIUS, SIZE);
    expect(label?.id).toBe("a");
    expect(Math.hypot(label!.dx, label!.dy)).toBeLessThan(80);
  });

  it("never writes one name over another or over a place", () => {
    const names = Array.from({ length: 24 }, (_, n) =>
      named(`${n}`, 60 + (n % 6) * 90, 60 + Math.floor(n / 6) * 80),
    );
    const found = rects(names);
    expect(found.length).toBeGreaterThan(12);
    for (const [n, a] of found.entries()) {
      for (const b of found.slice(n + 1)) expect(cross(a, b), `${a.id} and ${b.id}`).toBe(false);
      for (const { x, y } of names) {
        const reach = RADIUS - 2;
        const place = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
        expect(cross(a, place), a.id).toBe(false);
      }
    }
  });

  it("stays on the board", () => {
    for (const { left, right, top, bottom } of rects([named("a", 4, 4), named("b", 596, 396)])) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(2);
      expect(right).toBeLessThanOrEqual(SIZE.width - 2);
      expect(bottom).toBeLessThanOrEqual(SIZE.height - 2);
    }
  });

  it("keeps clear of what is blocked", () => {
    const blocked = [{ left: 200, top: 100, right: 400, bottom: 300 }];
    for (const rect of rects([named("a", 190, 200), named("b", 300, 90)], blocked)) {
      expect(cross(rect, blocked[0]!)).toBe(false);
    }
  });

  it("leaves out what finds no room, and that is what matters least", () => {
    const crowd = Array.from({ length: 40 }, (_, n) =>
      named(`${n}`, 290 + (n % 8) * 6, 190 + Math.floor(n / 8) * 6, 0, 200),
    );
    const names = [...crowd, named("matters", 310, 200, 5, 200)];
    const found = placed(names, 4, SIZE).map(({ id }) => id);
    expect(found.length).toBeLessThan(names.length);
    expect(found).toContain("matters");
  });
});
