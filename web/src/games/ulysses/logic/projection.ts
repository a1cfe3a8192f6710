// How the sea is laid flat: a conformal cone through 33 and 43 degrees north. The coast is made with it when the page
// is built, places and routes when a table is drawn, so they always fit each other.

const RADIANS = Math.PI / 180;
const SOUTH = 33 * RADIANS;
const NORTH = 43 * RADIANS;
export const MIDDLE = 15;

const tangent = (latitude: number): number => Math.tan(Math.PI / 4 + latitude / 2);
const bend = Math.log(Math.cos(SOUTH) / Math.cos(NORTH)) / Math.log(tangent(NORTH) / tangent(SOUTH));
const reach = (Math.cos(SOUTH) * tangent(SOUTH) ** bend) / bend;

/** The sea is long and low, a table is not: as on old charts, the way north is drawn longer than it is. */
const TALLER = 1.12;

/** A point on the cone, of longitude from the middle and latitude, both in radians. */
export function cone(longitude: number, latitude: number): [number, number] {
  const away = reach / tangent(Math.max(latitude, -1.4)) ** bend;
  return [away * Math.sin(bend * longitude), TALLER * (reach - away * Math.cos(bend * longitude))];
}

/** Units of the drawing for a radian, and where its origin lies. */
export const SCALE = 1620;
const FOOT = cone(0, 38 * RADIANS)[1];
export const SHIFT: readonly [number, number] = [500, 260 + FOOT * SCALE];

/** Where a place lies on the drawing. */
export function project(longitude: number, latitude: number): [number, number] {
  const [x, y] = cone((longitude - MIDDLE) * RADIANS, latitude * RADIANS);
  return [SHIFT[0] + SCALE * x, SHIFT[1] - SCALE * y];
}

/** What is drawn of the world, more than a board shows: west, north, east, south. */
export const EDGES = { left: -260, top: -400, right: 1260, bottom: 920 } as const;
