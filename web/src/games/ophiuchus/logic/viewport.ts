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
/** So large a square is hit by a finger without care: before it becomes smaller, the rim round the sky does. */
const HANDY = 41;
/** No square is smaller: then some may lie beyond the edge, and arrows say where. */
const SMALLEST = 24;
/** Squares of rim on both sides together, where there is room for it and where there is not. */
const RIM = 1.5;
const THIN_RIM = 0.2;
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

/**
 * The window on an area in so much room; `zoom` and `shift` are the reader's own. What is only looked at, and not
 * played, may become as small as it must.
 */
export function windowOn(
  area: Area,
  width: number,
  height: number,
  zoom = 1,
  shift = { x: 0, y: 0 },
  played = true,
): Window {
  const across = area.east - area.west + 1;
  const down = area.south - area.north + 1;
  const fitting = (rim: number): number => Math.min(width / (across + rim), height / (down + rim), LARGEST);
  const least = played ? Math.max(Math.min(fitting(THIN_RIM), HANDY), SMALLEST) : 0;
  const size = Math.max(fitting(RIM), least) * zoom;
  const middle = { x: (area.west + area.east) / 2, y: (area.north + area.south) / 2 };
  // What does not fit can be pushed about, but not out of sight.
  const slackX = Math.max(0, ((across + RIM) * size - width) / 2);
  const slackY = Math.max(0, ((down + RIM) * size - height) / 2);
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

export const SIDES = ["left", "right", "top", "bottom"] as const;
export type Side = (typeof SIDES)[number];

/** How far the sky must be pushed for the nearest square beyond each edge to come into sight: none beyond, none here. */
export function beyond(
  squares: readonly Square[],
  { size, left, top }: Window,
  width: number,
  height: number,
): Partial<Record<Side, number>> {
  const found: Partial<Record<Side, number>> = {};
  const notice = (side: Side, pixels: number): void => {
    // A square of which more than half is seen can be hit.
    if (pixels > size / 2) found[side] = Math.min(found[side] ?? Infinity, pixels);
  };
  for (const { x, y } of squares) {
    const [across, down] = [left + x * size, top + y * size];
    notice("left", size / 2 - across);
    notice("right", across + size / 2 - width);
    notice("top", size / 2 - down);
    notice("bottom", down + size / 2 - height);
  }
  return found;
}
