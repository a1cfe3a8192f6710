// What lies and stands on the cells, in the order in which it is drawn.
import { middle, rowOf, type Point } from "./grid";
import type { Cell, View } from "../types";

export interface Stones extends Point {
  cell: Cell;
  /** Whose stones lie there, each with its place and size. */
  stones: { seat: number; x: number; y: number; r: number }[];
}

export interface Standing extends Point {
  key: string;
  cell: Cell;
  seat: number;
  height: number;
}

const PLACES: Record<number, [number, number][]> = {
  1: [[0, 2]],
  2: [
    [-14, 2],
    [14, 2],
  ],
  3: [
    [-15, -9],
    [15, -9],
    [0, 14],
  ],
  4: [
    [-14, -11],
    [14, -11],
    [-14, 14],
    [14, 14],
  ],
  5: [
    [-17, -13],
    [17, -13],
    [0, 1],
    [-17, 16],
    [17, 16],
  ],
};
const SIZES = [0, 14, 11.5, 10.5, 10, 9];

/** The visible stones by cell; several on a cell lie beside each other. */
export function stonesOf(view: View): Stones[] {
  const owners = new Map<Cell, number[]>();
  view.seats.forEach(({ stones }, seat) =>
    stones.forEach((cell) => owners.set(cell, [...(owners.get(cell) ?? []), seat])),
  );
  return [...owners].map(([cell, seats]) => ({
    cell,
    ...middle(cell),
    stones: seats.map((seat, n) => {
      const [x, y] = PLACES[seats.length]![n]!;
      return { seat, x, y, r: SIZES[seats.length]! };
    }),
  }));
}

/** Cells on which something stands or lies. */
export function busyOf({ seats }: View): Set<Cell> {
  return new Set(
    seats.flatMap(({ ship, stones, pyramids }) => [
      ...(ship ? [ship] : []),
      ...stones,
      ...Object.keys(pyramids),
    ]),
  );
}

/** The pyramids, those further south last: they stand before the others. */
export function pyramidsOf(view: View): Standing[] {
  return view.seats
    .flatMap(({ pyramids }, seat) =>
      Object.entries(pyramids).map(([cell, height]) => ({
        key: `${cell} ${seat} ${height}`,
        cell,
        seat,
        height,
        ...middle(cell),
      })),
    )
    .sort((one, two) => rowOf(one.cell) - rowOf(two.cell));
}
