// The lines of a configuration across the sky, and where its badge stands.
import { arc, at, COMET_RING, HEART, middle, type Point } from "./geometry";

const END = COMET_RING - 12;

/** What is drawn for a configuration of these signs (their numbers on the wheel). */
export function aspectPath(kind: string, signs: number[]): string {
  if (kind === "conjunction") {
    const here = middle(signs[0]!);
    return arc(here - 11, here + 11, COMET_RING + 4) + arc(here - 11, here + 11, COMET_RING - 4);
  }
  const points = signs.map((sign) => at(middle(sign), END));
  return `M${points.map((point) => `${point.x} ${point.y}`).join("L")}${kind === "trine" ? "Z" : ""}`;
}

/** Where the badge of a configuration stands: on its line, away from the others of its kind. */
export function badgeAt(kind: string, signs: number[]): Point {
  const [a = 0, b = 0] = signs;
  if (kind === "conjunction") return at(middle(a), COMET_RING);
  if (kind === "opposition") return at(middle(a), HEART + 12);
  if (kind === "trine") return at(middle(a) + 60, END * 0.5);
  const nearer = b - a === 3 ? a : b;
  return at(middle(nearer) + 45, END * Math.SQRT1_2);
}
