// Where things are on the board: cells, outlines of districts, the river's course. Only geometry, no rule.
import type { Cell, Plan } from "../types";

/** The side of a cell, in units of the drawing. */
export const SIDE = 64;

export interface Point {
  x: number;
  y: number;
}

export function rowOf(cell: Cell): number {
  return Number(cell.slice(1)) - 1;
}

export function colOf(cell: Cell): number {
  return cell.charCodeAt(0) - 65;
}

export function cellAt(row: number, col: number): Cell {
  return String.fromCharCode(65 + col) + (row + 1);
}

/** The middle of a cell. */
export function middle(cell: Cell): Point {
  return { x: (colOf(cell) + 0.5) * SIDE, y: (rowOf(cell) + 0.5) * SIDE };
}

/** All cells from one to another along a row or a column, both included. */
export function straight(from: Cell, to: Cell): Cell[] {
  const down = Math.sign(rowOf(to) - rowOf(from));
  const right = Math.sign(colOf(to) - colOf(from));
  const steps = Math.max(Math.abs(rowOf(to) - rowOf(from)), Math.abs(colOf(to) - colOf(from)));
  return Array.from({ length: steps + 1 }, (_, n) => cellAt(rowOf(from) + n * down, colOf(from) + n * right));
}

/** The outline of a set of cells, drawn in from their edge by `inset`, with round corners. */
export function outline(cells: Cell[], inset: number, radius: number): string {
  return loops(new Set(cells))
    .map((loop) => rounded(drawnIn(loop, inset), radius))
    .join("");
}

type Corner = readonly [col: number, row: number];

/** The edges of a set of cells, clockwise, as loops of grid corners where the direction changes. */
function loops(cells: Set<Cell>): Corner[][] {
  const next = new Map<string, Corner[]>();
  for (const cell of cells) {
    const row = rowOf(cell);
    const col = colOf(cell);
    const sides: [boolean, Corner, Corner][] = [
      [cells.has(cellAt(row - 1, col)), [col, row], [col + 1, row]],
      [cells.has(cellAt(row, col + 1)), [col + 1, row], [col + 1, row + 1]],
      [cells.has(cellAt(row + 1, col)), [col + 1, row + 1], [col, row + 1]],
      [cells.has(cellAt(row, col - 1)), [col, row + 1], [col, row]],
    ];
    for (const [inside, from, to] of sides) {
      if (inside) continue;
      const key = from.join();
      next.set(key, [...(next.get(key) ?? []), to]);
    }
  }
  const found: Corner[][] = [];
  for (const start of next.keys()) {
    if (!next.get(start)?.length) continue;
    const loop: Corner[] = [];
    const [x = 0, y = 0] = start.split(",").map(Number);
    let at: Corner = [x, y];
    while (next.get(at.join())?.length) {
      loop.push(at);
      at = next.get(at.join())!.pop()!;
    }
    found.push(loop.filter((corner, n) => turns(loop.at(n - 1)!, corner, loop[(n + 1) % loop.length]!)));
  }
  return found;
}

function turns(before: Corner, corner: Corner, after: Corner): boolean {
  return before[0] === corner[0] ? corner[0] !== after[0] : corner[1] !== after[1];
}

function drawnIn(loop: Corner[], inset: number): Point[] {
  return loop.map((corner, n) => {
    const into = inward(loop.at(n - 1)!, corner);
    const out = inward(corner, loop[(n + 1) % loop.length]!);
    return {
      x: corner[0] * SIDE + (into.x + out.x) * inset,
      y: corner[1] * SIDE + (into.y + out.y) * inset,
    };
  });
}

/** The direction to the inside from an edge of a clockwise loop. */
function inward(from: Corner, to: Corner): Point {
  return { x: -Math.sign(to[1] - from[1]), y: Math.sign(to[0] - from[0]) };
}

/** A closed path through points with round corners. */
function rounded(points: Point[], radius: number): string {
  const parts = points.map((point, n) => {
    const before = towards(point, points.at(n - 1)!, radius);
    const after = towards(point, points[(n + 1) % points.length]!, radius);
    return `${n ? "L" : "M"}${at(before)}Q${at(point)} ${at(after)}`;
  });
  return `${parts.join("")}Z`;
}

function towards(from: Point, to: Point, reach: number): Point {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const part = Math.min(reach, far / 2) / far;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function at(point: Point): string {
  return `${+point.x.toFixed(1)} ${+point.y.toFixed(1)}`;
}

/** An open line through points with round corners. */
export function way(points: Point[], radius: number): string {
  if (points.length < 2) return "";
  const inner = points.slice(1, -1).map((point, n) => {
    const before = towards(point, points[n]!, radius);
    const after = towards(point, points[n + 2]!, radius);
    return `L${at(before)}Q${at(point)} ${at(after)}`;
  });
  return `M${at(points[0]!)}${inner.join("")}L${at(points.at(-1)!)}`;
}

/** The river's courses: each a chain of grid corners. */
export function courses(river: [Cell, Cell][]): Point[][] {
  const open = river.map(([one, two]): [Corner, Corner] => {
    const row = rowOf(two);
    const col = colOf(two);
    return rowOf(one) === row
      ? [
          [col, row],
          [col, row + 1],
        ]
      : [
          [col, row],
          [col + 1, row],
        ];
  });
  const found: Corner[][] = [];
  while (open.length) {
    const chain: Corner[] = [...open.shift()!];
    for (let grown = true; grown;) {
      grown = false;
      for (const [n, [one, two]] of open.entries()) {
        const joined = join(chain, one, two) || join(chain, two, one);
        if (!joined) continue;
        open.splice(n, 1);
        grown = true;
        break;
      }
    }
    found.push(chain);
  }
  return found.map((chain) => chain.map(([col, row]) => ({ x: col * SIDE, y: row * SIDE })));
}

function join(chain: Corner[], from: Corner, to: Corner): boolean {
  if (same(chain.at(-1)!, from)) chain.push(to);
  else if (same(chain[0]!, from)) chain.unshift(to);
  else return false;
  return true;
}

function same(one: Corner, two: Corner): boolean {
  return one[0] === two[0] && one[1] === two[1];
}

/** Which part of the grid is in use: rows and columns with an uncovered cell. */
export function extent(plan: Plan): { rows: number; cols: number } {
  const covered = new Set(plan.covered);
  let rows = 0;
  let cols = 0;
  plan.rows.forEach((line, row) =>
    [...line].forEach((_, col) => {
      if (covered.has(cellAt(row, col))) return;
      rows = Math.max(rows, row + 1);
      cols = Math.max(cols, col + 1);
    }),
  );
  return { rows, cols };
}

/** A number from 0 to 1 that is always the same for the same place: stones and trees that do not look alike. */
export function grain(a: number, b: number): number {
  const mixed = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}
