// The coast of the Mediterranean at build time: Natural Earth's land, laid flat as the board of Ulysses is, cut to what
// a board can show and simplified until it is small.
import { createRequire } from "node:module";
import { geoProjection, geoStream, type GeoPermissibleObjects } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Plugin } from "vite";
import { cone, EDGES, MIDDLE, SCALE, SHIFT } from "../src/games/ulysses/logic/projection.ts";
import { simplified, sizeOf, type Point } from "./simplify.ts";

const NAME = "virtual:coast";
/** Triangles smaller than this are smoothed away; islands smaller than this are left out. */
const FINEST = 0.7;
const SMALLEST_ISLAND = 1.6;
/** Steps in a unit of the drawing: coordinates are whole numbers of them. */
const STEPS = 2;

/** Makes `virtual:coast` a module with the outline of the land. */
export function coast(): Plugin {
  return {
    name: "coast",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const land = rings()
        .filter((ring) => sizeOf(ring) >= SMALLEST_ISLAND)
        .map((ring) => simplified(ring, FINEST))
        .filter((ring) => ring.length > 3)
        .map(outline)
        .join("");
      return {
        code: `export const land = ${JSON.stringify(land)};\nexport const steps = ${STEPS};`,
        map: null,
      };
    },
  };
}

/** The rings of all land, flat and cut. */
function rings(): Point[][] {
  const atlas = createRequire(import.meta.url)("world-atlas/land-50m.json") as Topology<{
    land: GeometryCollection;
  }>;
  const flat = geoProjection(cone)
    .rotate([-MIDDLE, 0])
    .scale(SCALE)
    .translate([...SHIFT])
    .clipAngle(72)
    .clipExtent([
      [EDGES.left, EDGES.top],
      [EDGES.right, EDGES.bottom],
    ])
    .precision(0.3);
  const found: Point[][] = [];
  let ring: Point[] = [];
  const world = feature(atlas, atlas.objects.land) as GeoPermissibleObjects;
  geoStream(
    world,
    flat.stream({
      point: (x, y) => void ring.push([x, y]),
      lineStart: () => void (ring = []),
      lineEnd: () => void found.push(ring),
      polygonStart: () => undefined,
      polygonEnd: () => undefined,
    }),
  );
  return found;
}

/** A ring as part of a path: whole steps, each from the one before. */
function outline(ring: Point[]): string {
  const whole = ring.map(([x, y]): Point => [Math.round(x * STEPS), Math.round(y * STEPS)]);
  let [x, y] = whole[0]!;
  let path = `M${x} ${y}l`;
  for (const [to, down] of whole.slice(1)) {
    if (to === x && down === y) continue;
    path += `${path.endsWith("l") || to < x ? "" : " "}${to - x}${down < y ? "" : " "}${down - y}`;
    [x, y] = [to, down];
  }
  return `${path}z`;
}
