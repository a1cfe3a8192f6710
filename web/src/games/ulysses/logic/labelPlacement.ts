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

/** A way to write a name, and how much is lost by it; the ways of a name are kept with the best one first. */
interface Way {
  rect: Rect;
  loss: number;
}

type Side = "below" | "right" | "left" | "above" | "rightBelow" | "leftBelow" | "rightAbove" | "leftAbove";

const HEIGHT = 15;
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
  phaiaken: ["above", "left"],
  zakynthos: ["leftBelow", "left"],
  delphi: ["right", "rightAbove"],
  olymp: ["rightAbove", "above"],
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
  herakles: ["right", "below"],
  hesperiden: ["below", "rightBelow"],
  phoinike: ["above", "right"],
  andromeda: ["below", "left"],
  laistrygonen: ["left", "above"],
  elysion: ["left", "below"],
  aiolos: ["below", "left"],
  dido: ["left", "leftBelow"],
  lotophagen: ["left", "below"],
};
/** How far from its place a name may stand, and what each step away loses. */
const STEPS = [0, 5, 11];
const SHIFTS = [0, -6, 6];
const FARTHER = 3;
const HIDDEN = 40;
const ROUNDS = 8;

/** The names that have room, each with its place. */
export function placed(
  names: Named[],
  radius: number,
  size: { width: number; height: number },
  blocked: Rect[] = [],
): Label[] {
  const fixed = [...blocked, ...names.map((named) => around(named, radius))];
  const ways = names.map((named) => waysOf(named, radius).filter(({ rect }) => free(rect, size, fixed)));
  const chosen: (Way | null)[] = names.map(() => null);
  // Whoever matters most is written first, and among equals whoever has the fewest ways.
  const order = names
    .map((_, n) => n)
    .sort((a, b) => names[b]!.weight - names[a]!.weight || ways[a]!.length - ways[b]!.length);
  for (let round = 0; round < ROUNDS; round++) {
    let better = false;
    for (const n of order) {
      const others = chosen.flatMap((way, m) => (way && m !== n ? [{ m, way }] : []));
      const found = best(names, n, ways[n]!, others, round);
      if (!found) continue;
      if (chosen[n] !== found.way) better = true;
      for (const m of found.pushed) chosen[m] = null;
      chosen[n] = found.way;
    }
    if (!better) break;
  }
  return names.flatMap((named, n) => {
    const rect = chosen[n]?.rect;
    if (!rect) return [];
    return [
      {
        id: named.id,
        dx: (rect.left + rect.right) / 2 - named.x,
        dy: (rect.top + rect.bottom) / 2 - named.y,
      },
    ];
  });
}

/**
 * The way that loses least. While rounds are left it may push away others, who then look for another way; towards the
 * end only those who matter less, and at last nobody.
 */
function best(
  names: Named[],
  n: number,
  ways: Way[],
  others: { m: number; way: Way }[],
  round: number,
): { way: Way; pushed: number[] } | null {
  let found: { way: Way; pushed: number[]; loss: number } | null = null;
  for (const way of ways) {
    if (found && way.loss >= found.loss) break;
    const pushed = others.filter((other) => cross(way.rect, other.way.rect)).map(({ m }) => m);
    const left = ROUNDS - 1 - round;
    if (pushed.length && left === 0) continue;
    if (left === 1 && pushed.some((m) => names[m]!.weight >= names[n]!.weight)) continue;
    const loss = pushed.reduce((sum, m) => sum + HIDDEN * (1 + names[m]!.weight), way.loss);
    if (!found || loss < found.loss) found = { way, pushed, loss };
  }
  return found;
}

function waysOf(named: Named, radius: number): Way[] {
  const first = BEST[named.id] ?? [];
  const sides = [...first, ...SIDES.filter((side) => !first.includes(side))];
  const found = STEPS.flatMap((step, far) =>
    sides.flatMap((side, n) =>
      SHIFTS.map((shift) => ({
        rect: shifted(rectOf(named, side, radius + step), side, shift),
        loss: n + far * FARTHER + Math.abs(shift) / 4,
      })),
    ),
  );
  return found.sort((a, b) => a.loss - b.loss);
}

/** Beside its place a name may stand a little higher or lower, above and below a little to the left or right. */
function shifted({ left, top, right, bottom }: Rect, side: Side, by: number): Rect {
  const flat = side === "left" || side === "right";
  const [x, y] = flat ? [0, by] : [by * 2, 0];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function free(rect: Rect, { width, height }: { width: number; height: number }, fixed: Rect[]): boolean {
  const inside = rect.left >= 2 && rect.top >= 2 && rect.right <= width - 2 && rect.bottom <= height - 2;
  return inside && !fixed.some((other) => cross(rect, other));
}

function around({ x, y }: Named, radius: number): Rect {
  const reach = radius - 2;
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function rectOf({ x, y, width }: Named, side: Side, radius: number): Rect {
  const away = radius + 2;
  const slant = radius * 0.62;
  const across = side.startsWith("right") ? 1 : side.startsWith("left") ? -1 : 0;
  const down = /below/i.test(side) ? 1 : /above/i.test(side) ? -1 : 0;
  const gap = down === 0 ? away : slant;
  const left = across === 0 ? x - width / 2 : across > 0 ? x + gap : x - gap - width;
  const middle = y + down * ((across === 0 ? away - 1 : slant) + HEIGHT / 2);
  return { left, top: middle - HEIGHT / 2, right: left + width, bottom: middle + HEIGHT / 2 };
}

function cross(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
