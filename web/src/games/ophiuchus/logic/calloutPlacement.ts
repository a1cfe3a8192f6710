// Where a note stands beside the tile that hovers: where it hides least of the sky.
import type { Square } from "./gesture.svelte";
import type { Window } from "./viewport";

interface Room {
  at: Square;
  b: Square;
  seen: Window;
  squares: ReadonlySet<string>;
  wide: number;
  high: number;
  width: number;
  height: number;
}

interface Spot {
  left: number;
  top: number;
}

export function leastHidden({ at, b, seen, squares, wide, high, width, height }: Room): Spot {
  const x = (n: number): number => seen.left + n * seen.size;
  const y = (n: number): number => seen.top + n * seen.size;
  const west = x(Math.min(at.x, b.x) - 0.5);
  const east = x(Math.max(at.x, b.x) + 0.5);
  const north = y(Math.min(at.y, b.y) - 0.5);
  const south = y(Math.max(at.y, b.y) + 0.5);
  // Sums stand past the ends of rows: room for them is left free.
  const gap = 40;
  const middle = { x: (west + east - wide) / 2, y: (north + south - high) / 2 };
  const spots: Spot[] = [];
  for (const by of [0, -0.5, 0.5, -1, 1]) {
    spots.push(
      { left: middle.x + by * wide, top: south + gap },
      { left: middle.x + by * wide, top: north - 12 - high },
      { left: east + gap, top: middle.y + by * high },
      { left: west - 12 - wide, top: middle.y + by * high },
    );
  }
  const tile = [at, b].map((each) => `${each.x},${each.y}`);
  const row = (n: number): boolean => n >= Math.min(at.y, b.y) && n <= Math.max(at.y, b.y);
  const column = (n: number): boolean => n >= Math.min(at.x, b.x) && n <= Math.max(at.x, b.x);

  function hidden({ left, top }: Spot): number {
    const part = (low: number, high: number, a: number, z: number): number =>
      Math.max(0, Math.min(high, z) - Math.max(low, a)) / seen.size;
    let sum = 0;
    for (const key of [...squares, ...tile]) {
      const [sx = 0, sy = 0] = key.split(",").map(Number);
      const area =
        part(left, left + wide, x(sx - 0.5), x(sx + 0.5)) * part(top, top + high, y(sy - 0.5), y(sy + 0.5));
      // What lies in the rows of the tile matters most.
      sum += area * (row(sy) || column(sx) ? 3 : 1);
    }
    const outside =
      Math.max(0, 6 - left) +
      Math.max(0, left + wide + 6 - width) +
      Math.max(0, 6 - top) +
      Math.max(0, top + high + 6 - height);
    return sum + outside * 0.5;
  }

  let best = spots[0]!;
  let least = Infinity;
  for (const spot of spots) {
    const cost = hidden(spot);
    if (cost < least - 0.05) [best, least] = [spot, cost];
  }
  return {
    left: Math.max(6, Math.min(width - wide - 6, best.left)),
    top: Math.max(6, Math.min(height - high - 6, best.top)),
  };
}
