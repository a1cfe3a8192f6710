// The lines of a configuration across the sky, and where its badge stands.
import { arc, at, COMET_RING, HEART, middle, type Point } from "./geometry";

const END = COMET_RING - 12;
/** Half of a planet, with a little air about it. */
const PLANET = 24;

/** What is drawn for a configuration of these signs (their numbers on the wheel). */
export function aspectPath(kind: string, signs: number[]): string {
  if (kind === "conjunction") {
    const here = middle(signs[0]!);
    return arc(here - 11, here + 11, COMET_RING + 4) + arc(here - 11, here + 11, COMET_RING - 4);
  }
  const points = signs.map((sign) => at(middle(sign), END));
  return `M${points.map((point) => `${point.x} ${point.y}`).join("L")}${kind === "trine" ? "Z" : ""}`;
}

/** A point of the line between two signs; 0 is one end, 1 the other. */
function between(a: number, b: number, share: number): Point {
  const [from, to] = [at(middle(a), END), at(middle(b), END)];
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Where a badge may stand: always on its own line, the best place first. */
function spots(kind: string, signs: number[], size: number): Point[] {
  const [a = 0, b = 0, c = 0] = signs;
  if (kind === "conjunction")
    return [0, -7, 7].flatMap((turn) =>
      [COMET_RING, COMET_RING - 22].map((radius) => at(middle(a) + turn, radius)),
    );
  if (kind === "opposition") {
    const first = HEART + size + 2;
    return [0, 30, 60, 90, 120].flatMap((more) => [a, b].map((sign) => at(middle(sign), first + more)));
  }
  const shares = [0.5, 0.38, 0.62, 0.27, 0.73, 0.16, 0.84];
  const sides: [number, number][] = kind === "trine" ? [[a, b], [b, c], [c, a]] : [[a, b]]; // prettier-ignore
  return shares.flatMap((share) => sides.map(([from, to]) => between(from, to, share)));
}

/** How far a point is from the nearest of others. */
function away(point: Point, others: Point[]): number {
  return Math.min(Infinity, ...others.map((other) => Math.hypot(point.x - other.x, point.y - other.y)));
}

/** Where the badges of all configurations stand: on their lines, clear of each other and of what is in the sky. */
export function badges(
  all: { name: string; kind: string; signs: number[] }[],
  sky: Point[],
  size: number,
): Map<string, Point> {
  const placed = new Map<string, Point>();
  for (const { name, kind, signs } of all) {
    const air = (spot: Point): number =>
      Math.min(away(spot, sky) - PLANET - size, away(spot, [...placed.values()]) - 2 * size - 4);
    const free = spots(kind, signs, size).map((spot) => ({ spot, air: air(spot) }));
    const best = free.find((each) => each.air >= 0) ?? free.toSorted((x, y) => y.air - x.air)[0]!;
    placed.set(name, best.spot);
  }
  return placed;
}
