// Fewer points for an outline: the point whose triangle with its neighbours is smallest goes first (Visvalingam).

export type Point = [number, number];

/** The area inside a ring. */
export function sizeOf(ring: readonly Point[]): number {
  let twice = 0;
  ring.forEach(([x, y], n) => {
    const [nextX, nextY] = ring[(n + 1) % ring.length]!;
    twice += x * nextY - nextX * y;
  });
  return Math.abs(twice) / 2;
}

/** A ring without the points that matter less than `finest`. */
export function simplified(ring: readonly Point[], finest: number): Point[] {
  const before = ring.map((_, n) => (n + ring.length - 1) % ring.length);
  const after = ring.map((_, n) => (n + 1) % ring.length);
  const kept = new Set(ring.keys());
  const worth = (n: number): number => sizeOf([ring[before[n]!]!, ring[n]!, ring[after[n]!]!]);
  const worths = ring.map((_, n) => worth(n));
  while (kept.size > 4) {
    let least = -1;
    for (const n of kept) if (least < 0 || worths[n]! < worths[least]!) least = n;
    if (worths[least]! >= finest) break;
    kept.delete(least);
    const [from, to] = [before[least]!, after[least]!];
    after[from] = to;
    before[to] = from;
    // A neighbour never becomes less than what was just taken away, so that long bends do not melt.
    worths[from] = Math.max(worth(from), worths[least]!);
    worths[to] = Math.max(worth(to), worths[least]!);
  }
  return [...kept].map((n) => ring[n]!);
}
