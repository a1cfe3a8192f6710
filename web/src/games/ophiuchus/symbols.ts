// The six kinds of star: their shapes, and where each stands on a half of a tile.

export type Star = "R" | "O" | "Y" | "G" | "B" | "V";

export const SYMBOLS: readonly Star[] = ["R", "O", "Y", "G", "B", "V"];

function star(points: number, inner: number, turn = -90, outer = 1): string {
  const corners = Array.from({ length: points * 2 }, (_, n) => {
    const angle = ((turn + (180 / points) * n) * Math.PI) / 180;
    const reach = n % 2 ? inner : outer;
    return `${(reach * Math.cos(angle)).toFixed(3)} ${(reach * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** Shapes in a circle of radius 1: disc, ring, four-point star, triangle, six-point star, square. */
export const SHAPE: Record<Star, string> = {
  R: "M-.84 0a.84 .84 0 1 0 1.68 0a.84 .84 0 1 0-1.68 0Z",
  O: "M-.92 0a.92 .92 0 1 0 1.84 0a.92 .92 0 1 0-1.84 0ZM-.5 0a.5 .5 0 1 1 1 0a.5 .5 0 1 1-1 0Z",
  Y: star(4, 0.34, -90, 1.22),
  G: "M0-1.04Q.36-.06 1.04.78Q0 .58-1.04.78Q-.36-.06 0-1.04Z",
  B: star(6, 0.52, -90, 1.1),
  V: "M-.82-.82Q0-.66.82-.82Q.66 0 .82.82Q0 .66-.82.82Q-.66 0-.82-.82Z",
};

/** The side of a square of the sky, in the units that boards are drawn in. */
export const UNIT = 100;
export const MARK = 13.5;
const RING = 28;

/** Where a symbol stands on a half: each has its own hour, so that lines of one symbol catch the eye. */
export function slot(symbol: Star): readonly [number, number] {
  const angle = ((SYMBOLS.indexOf(symbol) * 60 - 90) * Math.PI) / 180;
  return [RING * Math.cos(angle), RING * Math.sin(angle)];
}

export function isStar(symbol: string): symbol is Star {
  return SYMBOLS.some((each) => each === symbol);
}

/** The marks of a half as symbols. */
export function marksOf(half: string): Star[] {
  return [...half].filter(isStar);
}

/** The line that joins the marks of a half into a small figure. */
export function linkOf(half: string): string {
  const places = marksOf(half).map((symbol) => slot(symbol));
  if (places.length < 2) return "";
  const path = places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M${path}${places.length > 2 ? "Z" : ""}`;
}

/** A number between 0 and 1 that is always the same for the same seed: for stars that stay where they are. */
export function speck(seed: number): number {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}
