// Where everything lies on the drawing: places, and the routes between them as curves that a ship can follow.
import { project } from "./projection";
import type { MapPlace, SeaMap } from "../types";

export interface Spot {
  place: MapPlace;
  x: number;
  y: number;
}

export interface Lane {
  a: string;
  b: string;
  overland: boolean;
  path: string;
  /** Points along the curve, close enough to sail by. */
  points: [number, number][];
}

export interface Chart {
  spots: Map<string, Spot>;
  lanes: Lane[];
  /** The part of the drawing that holds all places. */
  box: Box;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const drawn = new WeakMap<object, Chart>();
/** How far a lane without points of its own bends, as a part of its length. */
const BEND = 0.055;

/** The chart of a map; made once, kept as long as the map lies the same. */
export function chartOf(map: SeaMap): Chart {
  let chart = drawn.get(map);
  if (!chart) drawn.set(map, (chart = draw(map)));
  return chart;
}

/** The box round some points. */
export function boxOf(points: { x: number; y: number }[], margin = 0): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** The lane between two places, from the first to the second. */
export function laneBetween(chart: Chart, from: string, to: string): [number, number][] | null {
  const lane = chart.lanes.find(({ a, b }) => (a === from && b === to) || (a === to && b === from));
  if (!lane) return null;
  return lane.a === from ? lane.points : [...lane.points].reverse();
}

function draw(map: SeaMap): Chart {
  const spots = new Map<string, Spot>();
  for (const place of map.places) {
    const [x, y] = project(place.lon, place.lat);
    spots.set(place.id, { place, x, y });
  }
  const lanes = map.routes.map(({ a, b, via, overland }): Lane => {
    const from = spots.get(a)!;
    const to = spots.get(b)!;
    const through = via.map(([lon, lat]) => project(lon, lat));
    const points = curve([[from.x, from.y], ...(through.length ? through : [bow(from, to)]), [to.x, to.y]]);
    const path = `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
    return { a, b, overland, path, points };
  });
  return { spots, lanes, box: boxOf([...spots.values()]) };
}

/** The middle of a straight lane, pushed a little aside, always to the same side of the compass. */
function bow(from: Spot, to: Spot): [number, number] {
  const [west, east] = from.x < to.x ? [from, to] : [to, from];
  const [across, down] = [east.x - west.x, east.y - west.y];
  return [(west.x + east.x) / 2 + down * BEND, (west.y + east.y) / 2 - across * BEND];
}

/** A smooth curve through points (Catmull and Rom), as many short straight parts. */
function curve(corners: [number, number][]): [number, number][] {
  const found: [number, number][] = [];
  const corner = (n: number): [number, number] => corners[Math.min(Math.max(n, 0), corners.length - 1)]!;
  for (let n = 0; n < corners.length - 1; n++) {
    const [p, q, r, s] = [corner(n - 1), corner(n), corner(n + 1), corner(n + 2)];
    const parts = Math.max(4, Math.round(Math.hypot(r[0] - q[0], r[1] - q[1]) / 7));
    for (let part = 0; part < parts; part++) {
      const u = part / parts;
      found.push([blend(p[0], q[0], r[0], s[0], u), blend(p[1], q[1], r[1], s[1], u)]);
    }
  }
  found.push(corner(corners.length - 1));
  return found;
}

function blend(p: number, q: number, r: number, s: number, u: number): number {
  return (
    0.5 * (2 * q + (r - p) * u + (2 * p - 5 * q + 4 * r - s) * u * u + (3 * q - p - 3 * r + s) * u * u * u)
  );
}
