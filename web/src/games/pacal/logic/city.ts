// The city as it is drawn: districts with their tints and labels, waters, trees. Made once per board.
import { cellAt, colOf, courses, extent, grain, middle, outline, rowOf, SIDE, way, type Point } from "./grid";
import type { Cell, Plan } from "../types";

export interface Quarter {
  letter: string;
  sacred: boolean;
  cells: Cell[];
  /** Which of the stone tints it has; neighbours never share one. */
  tint: number;
  top: string;
  /** Where its value stands: the corner of its first cell. */
  tag: Point;
  /** Where its name may be carved: along the foot of each of its rows, the longest and lowest first. */
  lines: Cell[][];
}

export interface Tree extends Point {
  r: number;
  tone: number;
  palm: boolean;
  /** Degrees: no two trees look alike. */
  turn: number;
}

export interface City {
  rows: number;
  cols: number;
  quarters: Quarter[];
  lake: string;
  waves: Point[];
  rivers: string[];
  /** The same with their way through the jungle, under the trees. */
  springs: string[];
  /** Cells that count for a water. */
  wet: Cell[];
  trees: Tree[];
}

const TINTS = 5;
/** How far the jungle goes beside the city, and above and below it; how far apart trees stand. */
const WOODS = 300;
const CLOSE = 90;
const STEP = 47;

export function cityOf(plan: Plan): City {
  const { rows, cols } = extent(plan);
  const quarters = quartersOf(plan);
  return {
    rows,
    cols,
    quarters,
    lake: outline(plan.lake, -3, 20),
    waves: plan.lake.map(middle),
    rivers: courses(plan.river).map((course) => way(prolonged(course, plan, cols, rows, 16), 14)),
    springs: courses(plan.river).map((course) => way(prolonged(course, plan, cols, rows, 62), 14)),
    wet: [...new Set([...plan.river_bank, ...plan.lake_shore])],
    trees: treesOf(plan, rows, cols),
  };
}

function quartersOf(plan: Plan): Quarter[] {
  const covered = new Set(plan.covered);
  const lake = new Set(plan.lake);
  const cells = new Map<string, Cell[]>();
  plan.rows.forEach((line, row) =>
    [...line].forEach((letter, col) => {
      const cell = cellAt(row, col);
      if (!covered.has(cell) && !lake.has(cell)) cells.set(letter, [...(cells.get(letter) ?? []), cell]);
    }),
  );
  const tints = new Map<string, number>();
  for (const [letter, own] of cells) {
    const beside = new Set(
      own.flatMap(neighbours).map((cell) => plan.rows[rowOf(cell)]?.[colOf(cell)] ?? ""),
    );
    const taken = new Set([...beside].map((other) => tints.get(other)));
    tints.set(letter, Array.from({ length: TINTS }, (_, n) => n).find((tint) => !taken.has(tint)) ?? 0);
  }
  return [...cells].map(([letter, own]) => ({
    letter,
    sacred: letter === plan.sacred,
    cells: own,
    tint: tints.get(letter)!,
    top: outline(own, 3.5, 10),
    tag: { x: colOf(own[0]!) * SIDE, y: rowOf(own[0]!) * SIDE },
    lines: linesOf(own),
  }));
}

function neighbours(cell: Cell): Cell[] {
  const [row, col] = [rowOf(cell), colOf(cell)];
  return [cellAt(row - 1, col), cellAt(row + 1, col), cellAt(row, col - 1), cellAt(row, col + 1)];
}

/** The unbroken rows of a district, the longest and lowest first. */
function linesOf(cells: Cell[]): Cell[][] {
  const lines: Cell[][] = [];
  for (const cell of cells) {
    const line = lines.find(
      (one) => rowOf(one[0]!) === rowOf(cell) && colOf(one.at(-1)!) + 1 === colOf(cell),
    );
    if (line) line.push(cell);
    else lines.push([cell]);
  }
  return lines.sort((one, two) => two.length - one.length || rowOf(two[0]!) - rowOf(one[0]!));
}

/** A river comes from beyond the edge of the board and ends in the lake. */
function prolonged(course: Point[], plan: Plan, cols: number, rows: number, on: number): Point[] {
  const ends = [course[0]!, course.at(-1)!].map((end) => {
    if (end.y === 0 || end.y === rows * SIDE) return { x: end.x, y: end.y + (end.y ? on : -on) };
    if (end.x === 0 || end.x === cols * SIDE) return { x: end.x + (end.x ? on : -on), y: end.y };
    const nearest = plan.lake
      .map(middle)
      .reduce((best, point) => (far(point, end) < far(best, end) ? point : best));
    return { x: (nearest.x + end.x) / 2, y: (nearest.y + end.y) / 2 };
  });
  return [ends[0]!, ...course, ends[1]!];
}

function far(one: Point, two: Point): number {
  return Math.hypot(one.x - two.x, one.y - two.y);
}

/** Jungle on covered cells and round the city. */
function treesOf(plan: Plan, rows: number, cols: number): Tree[] {
  const trees: Tree[] = [];
  const plant = (x: number, y: number, n: number, size: number): void => {
    const [a, b, c] = [grain(x + n, y), grain(y, x - n), grain(x * 3, y * 7 + n)];
    const palm = grain(x * 5 + n, y * 3) < 0.24;
    trees.push({
      x: x + (a - 0.5) * 30,
      y: y + (b - 0.5) * 30,
      r: size * (0.75 + c * 0.5) * (palm ? 1.1 : 1),
      tone: Math.floor(c * 3),
      palm,
      turn: Math.round(a * 360),
    });
  };
  for (const cell of plan.covered) {
    if (rowOf(cell) >= rows + 1 || colOf(cell) >= cols + 1) continue;
    const { x, y } = middle(cell);
    for (let n = 0; n < 4; n++) plant(x + (n % 2 ? 16 : -16), y + (n > 1 ? 16 : -16), n, 22);
  }
  const [wide, high] = [cols * SIDE, rows * SIDE];
  for (let x = -WOODS; x <= wide + WOODS; x += STEP)
    for (let y = -CLOSE; y <= high + CLOSE; y += STEP - 5) {
      const outside = Math.max(-x, x - wide, -y, y - high);
      if (outside > 22) plant(x, y, 5, 27);
    }
  return trees.sort((one, two) => one.y - two.y);
}
