// Where things are on the wheel. The middle is the origin, north is up, signs go clockwise from there; a wheel is 1000 wide.

export const RIM = 497;
export const BAND_OUT = 480;
export const BAND_IN = 376;
export const TOKENS = 347;
export const COMET_RING = 306;
export const HEART = 100;
const SPHERE_IN = 128;
const SPHERE_STEP = 25;

/** The sphere of the n-th planet from the Earth. */
export function sphere(n: number): number {
  return SPHERE_IN + SPHERE_STEP * n;
}

export interface Point {
  x: number;
  y: number;
}

/** A point at an angle in degrees (clockwise from the top) and a distance from the middle. */
export function at(angle: number, radius: number): Point {
  const turn = (angle * Math.PI) / 180;
  return { x: round(radius * Math.sin(turn)), y: round(-radius * Math.cos(turn)) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The middle of a sign, in degrees. */
export function middle(sign: number): number {
  return sign * 30 + 15;
}

/** An arc from one angle to another; clockwise if the second is larger. */
export function arc(from: number, to: number, radius: number): string {
  const a = at(from, radius);
  const b = at(to, radius);
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  return `M${a.x} ${a.y}A${radius} ${radius} 0 ${large} ${to > from ? 1 : 0} ${b.x} ${b.y}`;
}

/** A piece of a ring. */
export function piece(from: number, to: number, inner: number, outer: number): string {
  const a = at(to, inner);
  const b = at(from, inner);
  const start = at(from, outer);
  const end = at(to, outer);
  return (
    `M${start.x} ${start.y}A${outer} ${outer} 0 0 1 ${end.x} ${end.y}` +
    `L${a.x} ${a.y}A${inner} ${inner} 0 0 0 ${b.x} ${b.y}Z`
  );
}

/** Where the bodies of one sign stand in it, in degrees from its middle, so that they do not cover each other. */
export function offsetsInSign(count: number): number[] {
  if (count === 1) return [0];
  const width = Math.min(24, 10 * (count - 1) + 3);
  return Array.from({ length: count }, (_, n) => width / 2 - (width * n) / (count - 1));
}

/** The equal angle that is nearest to where something was, so that it does not turn the long way round. */
export function nearest(before: number | undefined, angle: number): number {
  if (before === undefined) return angle;
  return before + ((((angle - before + 180) % 360) + 360) % 360) - 180;
}

/** A number from 0 to 1 that is always the same for the same n: for stars that stay where they are. */
export function scatter(n: number): number {
  const value = Math.sin(n * 127.1 + 311.7) * 43758.5453;
  return value - Math.floor(value);
}
