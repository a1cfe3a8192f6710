// The shape of a view of Pacal's Rocket, as the server sends it.
export type Cell = string;

export interface District {
  value: number;
  strengths: number[];
  leaders: number[];
  /** What each seat would get for it if the game ended now. */
  points: number[];
}

export interface Plan {
  name: string;
  rows: string[];
  sacred: string;
  lake: Cell[];
  covered: Cell[];
  river: [Cell, Cell][];
  river_bank: Cell[];
  lake_shore: Cell[];
}

export interface Player {
  colour: string;
  score: number;
  ship: Cell | null;
  aboard: number[] | null;
  supply: number;
  stones: Cell[];
  pyramids: Record<Cell, number>;
  stock: Record<string, number>;
  sacred: number[];
}

/** A constellation that can be used now, and what it would give. */
export interface Build {
  cell: Cell;
  cells: Cell[];
  height: number | null;
  pattern_height: number;
  points: number | null;
}

export type Phase =
  "place" | "move" | "set" | "own" | "other" | "recover" | "build" | "pattern" | "height" | "over";

export type Final = Record<"river" | "lake" | "districts" | "sacred", number>;

export interface PacalView {
  game: string;
  seat: number | null;
  players: number;
  to_move: number | null;
  start: number;
  round: number;
  die: number | "arrows" | null;
  phase: Phase;
  allowance: number;
  threshold: number;
  last_round: boolean;
  options: Record<string, string | number | boolean>;
  board: Plan;
  districts: Record<string, District>;
  waters: Partial<Record<"river" | "lake" | "both", number[]>>;
  seats: Player[];
  ends: { two_stones: Cell[]; one_stone: Cell[] };
  paths: Record<Cell, Cell[]>;
  buildable: Cell[];
  builds: Build[];
  target: number | null;
  build_cell: Cell | null;
  pattern_height: number | null;
  constellation: Cell[];
  outlook: Final[];
  final: Final[] | null;
  ended: string | null;
}
