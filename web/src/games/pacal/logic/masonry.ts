// How slabs of limestone are worked: light on two edges, shade on the others, specks, cracks, moss, carvings.
import type { City } from "./city";
import { colOf, grain, rowOf, SIDE } from "./grid";
import type { Cell } from "../types";

const IN = 5.5;
const TILE = 192;

/** The edges of all slabs that catch the light, and those that lie in shade. */
export function bevels(cells: Cell[]): { light: string; shade: string } {
  const reach = SIDE - 2 * IN - 6;
  let [light, shade] = ["", ""];
  for (const cell of cells) {
    const [x, y] = [colOf(cell) * SIDE + IN, rowOf(cell) * SIDE + IN];
    const [right, low] = [x + SIDE - 2 * IN, y + SIDE - 2 * IN];
    light += `M${x} ${low - 3}v${-reach}q0-3 3-3h${reach}`;
    shade += `M${right} ${y + 3}v${reach}q0 3-3 3h${-reach}`;
  }
  return { light, shade };
}

/** Specks and cracks of a piece of stone, to be repeated. */
export function stone(): { size: number; dark: string; bright: string; cracks: string } {
  const specks = (seed: number, count: number): string =>
    Array.from({ length: count }, (_, n) => {
      const [x, y] = [grain(n, seed) * TILE, grain(seed, n * 3 + 1) * TILE];
      return `M${x.toFixed(0)} ${y.toFixed(0)}h.1`;
    }).join("");
  const cracks = Array.from({ length: 5 }, (_, n) => {
    let [x, y] = [20 + grain(n, 71) * 140, 20 + grain(n, 37) * 140];
    let path = `M${x.toFixed(0)} ${y.toFixed(0)}`;
    for (let step = 0; step < 4; step++) {
      x += 4 + grain(n * 7, step) * 9;
      y += (grain(step, n * 5) - 0.35) * 15;
      path += `L${x.toFixed(0)} ${y.toFixed(0)}`;
    }
    return path;
  }).join("");
  return { size: TILE, dark: specks(11, 80), bright: specks(23, 60), cracks };
}

/** Moss in the corners of some slabs, as round cushions. */
export function moss(cells: Cell[]): string {
  return cells
    .filter((cell) => grain(rowOf(cell) * 3 + 1, colOf(cell) * 5) < 0.3)
    .map((cell) => {
      const corner = Math.floor(grain(colOf(cell), rowOf(cell) * 2) * 4);
      const x = colOf(cell) * SIDE + (corner % 2 ? SIDE - 8 : 8);
      const y = rowOf(cell) * SIDE + (corner > 1 ? SIDE - 8 : 8);
      const [inX, inY] = [corner % 2 ? -1 : 1, corner > 1 ? -1 : 1];
      return [
        [0, 0, 4.4],
        [6, 1, 3],
        [1, 6.5, 3.2],
        [11, 0.5, 1.8],
      ]
        .map(([dx, dy, r]) => disc(x + dx! * inX, y + dy! * inY, r!))
        .join("");
    })
    .join("");
}

function disc(x: number, y: number, r: number): string {
  return `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** Step frets and spirals that masons left on a few slabs. */
export function carvings(city: City): string {
  const FRET = "m-13 9h6v-6h6v-6h6v-6h8v18h-13m7-5v-6";
  const SPIRAL = "m-1 0q0-3 3-3 5 0 5 6t-7 6q-9 0-9-10t12-10q12 0 12 13";
  return city.quarters
    .filter(({ sacred }) => !sacred)
    .flatMap(({ cells }) => cells)
    .filter((cell) => grain(colOf(cell) * 11, rowOf(cell) * 13 + 4) < 0.1)
    .map((cell, n) => {
      const [x, y] = [(colOf(cell) + 0.5) * SIDE, (rowOf(cell) + 0.5) * SIDE];
      return `M${x} ${y}${n % 2 ? SPIRAL : FRET}`;
    })
    .join("");
}

/** The sun in the middle of the sacred district. */
export function sun(city: City): { x: number; y: number; r: number; rays: string } | null {
  const cells = city.quarters.find(({ sacred }) => sacred)?.cells;
  if (!cells?.length) return null;
  const [cols, rows] = [cells.map(colOf), cells.map(rowOf)];
  const [left, right] = [Math.min(...cols), Math.max(...cols) + 1];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  const r = (Math.min(right - left, bottom - top) * SIDE) / 2 - 16;
  const rays = Array.from({ length: 16 }, (_, n) => {
    const angle = (n * Math.PI) / 8;
    const at = (reach: number, turn: number): string =>
      `${(reach * r * Math.cos(angle + turn)).toFixed(1)} ${(reach * r * Math.sin(angle + turn)).toFixed(1)}`;
    return `M${at(0.72, -0.1)}L${at(n % 2 ? 0.86 : 0.97, 0)}L${at(0.72, 0.1)}`;
  }).join("");
  return { x: ((left + right) / 2) * SIDE, y: ((top + bottom) / 2) * SIDE, r, rays };
}
