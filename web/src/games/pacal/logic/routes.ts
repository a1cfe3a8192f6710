// Ways of ships for the eye: the server names one for each move with turns, all others are straight.
import { colOf, rowOf, straight } from "./grid";
import type { Cell, View } from "../types";

/** The cells from a ship to an end cell. */
export function routeTo(view: Pick<View, "paths">, from: Cell, to: Cell): Cell[] {
  const path = view.paths[to];
  if (path && path[0] === from) return path;
  return rowOf(from) === rowOf(to) || colOf(from) === colOf(to) ? straight(from, to) : [from, to];
}
