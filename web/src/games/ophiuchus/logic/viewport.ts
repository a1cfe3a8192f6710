// Which part of the table is seen, and where its squares are on the screen.
import type { Square } from "./gesture.svelte";
import type { View } from "../types";

/** A rectangle of squares, both ends included. */
export interface Area {
  west: number;
  east: number;
  north: number;
  south: number;
}

export interface Window {
  /** Pixels per square. */
  size: number;
  /** Where the middle of square (0, 0) is. */
  left: number;
  top: number;
}

/** Beyond this a square is larger than anyone needs. */
const LARGEST = 104;
/** No square is smaller: a finger must hit it. */
const SMALLEST = 41;
/** Room round the sky: a tile may stick out by two squares. */
const ROOM = 2;

/** All squares that the sky may still reach: its grid floats until it is as wide or as high as it may be. */
export function reachOf({ box, limits: { grid } }: View): Area {
  return {
    west: box.east - grid + 1,
    east: box.west + grid - 1,
    north: box.south - grid + 1,
    south: box.north + grid - 1,
  };
}

/** The squares worth seeing: the sky and the room round it. */
export function worthSeeing(view: View): Area {
  const reach = reachOf(view);
  return {
    west: Math.max(view.box.west - ROOM, reach.west),
    east: Math.min(view.box.east + ROOM, reach.east),
    north: Math.max(view.box.north - ROOM, reach.north),
    south: Math.min(view.box.south + ROOM, reach.south),
  };
}

/** The squares of a picture: the sky, the tile that hovers, and a little room round both. */
export function pictured({ box }: View, tile: readonly Square[]): Area {
  const [across, down] = [tile.map(({ x }) => x), tile.map(({ y }) => y)];
  return {
    west: Math.min(box.west, ...across) - 0.5,
    east: Math.max(box.east, ...across) + 0.5,
    north: Math.min(box.north, ...down) - 0.5,
    south: Math.max(box.south, ...down) + 0.5,
  };
}

/** The window on an area in so much room; `zoom` and `shift` are the reader's own. */
export function windowOn(
  area: Area,
  width: number,
  height: number,
  zoom = 1,
  shift = { x: 0, y: 0 },
  smallest = SMALLEST,
): Window {
  const across = area.east - area.west + 1.5;
  const down = area.south - area.north + 1.5;
  const fitting = Math.min(width / across, height / down, LARGEST);
  const size = Math.max(fitting, smallest) * zoom;
  const middle = { x: (area.west + area.east) / 2, y: (area.north + area.south) / 2 };
  // What does not fit can be pushed about, but not out of sight.
  const slackX = Math.max(0, (across * size - width) / 2);
  const slackY = Math.max(0, (down * size - height) / 2);
  return {
    size,
    left: width / 2 - middle.x * size + Math.max(-slackX, Math.min(slackX, shift.x)),
    top: height / 2 - middle.y * size + Math.max(-slackY, Math.min(slackY, shift.y)),
  };
}

/** The square at a point of the window. */
export function squareAt(window: Window, x: number, y: number): Square {
  return { x: Math.round((x - window.left) / window.size), y: Math.round((y - window.top) / window.size) };
}

/** The row through a square, along x or y, over what is occupied. */
export function rowThrough(
  squares: ReadonlySet<string>,
  from: Square,
  dx: number,
  dy: number,
): [Square, Square] {
  let { x, y } = from;
  while (squares.has(`${x - dx},${y - dy}`)) [x, y] = [x - dx, y - dy];
  const first = { x, y };
  ({ x, y } = from);
  while (squares.has(`${x + dx},${y + dy}`)) [x, y] = [x + dx, y + dy];
  return [first, { x, y }];
}
