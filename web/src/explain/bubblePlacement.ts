// Where a bubble stands beside what it explains: inside the window, never over the thing itself, and over as little of
// what can be chosen as there is a way to.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const APART = 8;
const EDGE = 8;

interface Size {
  width: number;
  height: number;
}

interface Spot {
  left: number;
  top: number;
}

/** The corner of a bubble of a size, beside a thing in a window: above it if nothing that is lit lies there. */
export function bubbleSpot(thing: Box, size: Size, window: Size, lit: readonly Box[] = []): Spot {
  const middle = (thing.left + thing.right) / 2;
  const left = within(middle - size.width / 2, EDGE, window.width - size.width - EDGE);
  const top = within(thing.top, EDGE, window.height - size.height - EDGE);
  const sides = [
    { left, top: thing.top - APART - size.height },
    { left, top: thing.bottom + APART },
    { left: thing.right + APART, top },
    { left: thing.left - APART - size.width, top },
  ].filter((spot) => fits(spot, size, window));
  const covers = (spot: Spot): number => lit.filter((each) => overlap(boxAt(spot, size), each)).length;
  const best = sides.reduce<Spot | null>(
    (one, other) => (one && covers(one) <= covers(other) ? one : other),
    null,
  );
  if (best) return best;
  // A thing as large as the window: beside it, where there is more room.
  const beside =
    thing.left > window.width - thing.right ? thing.left - APART - size.width : thing.right + APART;
  return { left: within(beside, EDGE, window.width - size.width - EDGE), top };
}

function boxAt({ left, top }: Spot, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function fits(spot: Spot, size: Size, window: Size): boolean {
  const { left, top, right, bottom } = boxAt(spot, size);
  return left >= EDGE && top >= EDGE && right <= window.width - EDGE && bottom <= window.height - EDGE;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** Whether two boxes share a part that can be seen. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right - 1 &&
    one.right > other.left + 1 &&
    one.top < other.bottom - 1 &&
    one.bottom > other.top + 1
  );
}
