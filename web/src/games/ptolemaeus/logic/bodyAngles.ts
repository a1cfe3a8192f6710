// Where the bodies of a sky stand on the wheel, in degrees: several in one sign make room for each other.
import { middle, nearest, offsetsInSign } from "./geometry";
import { PLANETS } from "../view";

export interface Sky {
  bodies: Record<string, string>;
  signs: { sign: string }[];
}

/** The angle of every planet and the Comet. */
export function anglesOf({ bodies, signs }: Sky): Record<string, number> {
  const angles: Record<string, number> = {};
  signs.forEach(({ sign }, n) => {
    const here = PLANETS.filter((planet) => bodies[planet] === sign);
    const offsets = offsetsInSign(here.length);
    here.forEach((planet, i) => (angles[planet] = middle(n) + offsets[i]!));
    if (bodies.comet === sign) angles.comet = middle(n);
  });
  return angles;
}

/** Remembers angles, so that a body that passes Aries goes on turning the same way. */
export class Turning {
  #before: Record<string, number> = {};

  follow(angles: Record<string, number>): Record<string, number> {
    const now = Object.fromEntries(
      Object.entries(angles).map(([body, angle]) => [body, nearest(this.#before[body], angle)]),
    );
    this.#before = now;
    return now;
  }
}
