// Where the names stand: beside their places, never on each other and never on a place. What finds no room is left out
// until someone looks closer.

export interface Named {
  id: string;
  /** Where the place is, in pixels of the board. */
  x: number;
  y: number;
  width: number;
  /** Names that matter now find room first. */
  weight: number;
}

export interface Label {
  id: string;
  /** The middle of the name, in pixels from its place. */
  dx: number;
  dy: number;
}

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT = 15;

type Side = "below" | "right" | "left" | "above" | "rightBelow" | "leftBelow" | "rightAbove" | "leftAbove";
const SIDES: readonly Side[] = [
  "below",
  "right",
  "left",
  "above",
  "rightBelow",
  "leftBelow",
  "rightAbove",
  "leftAbove",
];
/** Where a name looks best, found by looking: off the coast, off the lanes. */
const BEST: Record<string, Side[]> = {
  troia: ["above", "right"],
  ithaka: ["left", "leftBelow"],
  phaiaken: ["left", "leftAbove"],
  zakynthos: ["left", "leftBelow"],
  delphi: ["right", "rightAbove"],
  olymp: ["above", "left"],
  kythera: ["right", "rightBelow"],
  kadmos: ["right", "above"],
  skylla: ["right", "rightBelow"],
  zyklopen: ["right", "rightBelow"],
  sirenen: ["right", "rightAbove"],
  sybille: ["right", "rightAbove"],
  kirke: ["above", "left"],
  eridanos: ["above", "left"],
  diomedes: ["above", "right"],
  massilia: ["above", "left"],
  herakles: ["below", "right"],
  hesperiden: ["below", "rightBelow"],
  phoinike: ["right", "above"],
  andromeda: ["right", "below"],
  laistrygonen: ["above", "left"],
  dido: ["left", "leftBelow"],
  lotophagen: ["left", "below"],
};

/** The names that have room, each with its place. */
export function placed(
  names: Named[],
  radius: number,
  size: { width: number; height: number },
  blocked: Rect[] = [],
): Label[] {
  const taken: Rect[] = [...blocked, ...names.map((named) => around(named, radius))];
  const waiting = new Set(names);
  const found: Label[] = [];
  while (waiting.size) {
    let next: { named: Named; free: [Side, Rect][] } | null = null;
    // Whoever matters most is next, and among equals whoever has the fewest ways left.
    for (const named of waiting) {
      const free = sidesOf(named.id)
        .map((side): [Side, Rect] => [side, rectOf(named, side, radius)])
        .filter(([, rect]) => inside(rect, size) && !taken.some((other) => cross(rect, other)));
      const better =
        !next ||
        named.weight > next.named.weight ||
        (named.weight === next.named.weight && free.length < next.free.length);
      if (better) next = { named, free };
    }
    const { named, free } = next!;
    waiting.delete(named);
    if (!free.length) continue;
    const [, rect] = free[0]!;
    taken.push(rect);
    found.push({
      id: named.id,
      dx: (rect.left + rect.right) / 2 - named.x,
      dy: (rect.top + rect.bottom) / 2 - named.y,
    });
  }
  return found;
}

function sidesOf(id: string): Side[] {
  const best = BEST[id] ?? [];
  return [...best, ...SIDES.filter((side) => !best.includes(side))];
}

function around({ x, y }: Named, radius: number): Rect {
  const reach = radius - 1;
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function rectOf({ x, y, width }: Named, side: Side, radius: number): Rect {
  const away = radius + 3;
  const slant = radius * 0.62;
  const across = side.startsWith("right") ? 1 : side.startsWith("left") ? -1 : 0;
  const beside = side === "right" || side === "left";
  const down = /below/i.test(side) ? 1 : /above/i.test(side) ? -1 : 0;
  const left =
    across === 0
      ? x - width / 2
      : across > 0
        ? x + (beside ? away : slant)
        : x - (beside ? away : slant) - width;
  const middle = y + down * (beside ? 0 : across === 0 ? away + HEIGHT / 2 - 1 : slant + HEIGHT / 2);
  return { left, top: middle - HEIGHT / 2, right: left + width, bottom: middle + HEIGHT / 2 };
}

function inside(rect: Rect, { width, height }: { width: number; height: number }): boolean {
  return rect.left >= 2 && rect.top >= 2 && rect.right <= width - 2 && rect.bottom <= height - 2;
}

function cross(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
