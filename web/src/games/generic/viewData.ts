// A view of any game as data to show: what is one value, what is a list, what is a table.

export interface Field {
  name: string;
  value: unknown;
}

export interface Table {
  columns: string[];
  rows: { name: string; cells: string[] }[];
}

/** How nothing is written. */
export const NOTHING = "–";

/** What every view has and the page shows elsewhere. */
const SHOWN_ELSEWHERE = new Set(["game", "seat", "asked"]);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parts of a view that are worth showing on the board. */
export function partsOf(view: object): Field[] {
  return fieldsOf(view).filter(({ name }) => !SHOWN_ELSEWHERE.has(name));
}

export function fieldsOf(value: object): Field[] {
  return Object.entries(value).map(([name, each]) => ({ name, value: each }));
}

/** A name as data has it, as people write it: `hand_size` is "hand size". */
export function readable(name: string): string {
  return name.replaceAll("_", " ");
}

/** A value in a line, or null where it needs more room than that. */
export function lineOf(value: unknown): string | null {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "boolean") return value ? "✓" : NOTHING;
  if (typeof value === "number" || typeof value === "string") return String(value) || NOTHING;
  const inner = Array.isArray(value) ? value : null;
  if (!inner) return null;
  const lines = inner.map(lineOf);
  return lines.every((line) => line !== null) ? lines.join(", ") || NOTHING : null;
}

/** Things of one kind as a table, where each of their values fits in a line; null for anything else. */
export function tableOf(value: unknown, nameOf: (index: number) => string = String): Table | null {
  const rows = Array.isArray(value)
    ? value.map((each: unknown, n) => ({ name: nameOf(n), each }))
    : isObject(value)
      ? fieldsOf(value).map(({ name, value: each }) => ({ name: readable(name), each }))
      : [];
  const found = rows.flatMap(({ name, each }) => (isObject(each) ? [{ name, each }] : []));
  if (!found.length || found.length < rows.length) return null;
  const columns = [...new Set(found.flatMap(({ each }) => Object.keys(each)))];
  const lines = found.map(({ name, each }) => ({
    name,
    cells: columns.map((column) => lineOf(each[column])),
  }));
  if (!lines.every(({ cells }) => cells.every((cell) => cell !== null))) return null;
  return {
    columns,
    rows: lines.map(({ name, cells }) => ({ name, cells: cells.map((cell) => cell ?? "") })),
  };
}

/** A view as lines of text. */
export function linesOf(value: unknown, name = ""): string[] {
  const line = lineOf(value);
  const before = name ? `${name}: ` : "";
  if (line !== null) return [before + line];
  const inner: [string, unknown][] = Object.entries(Object(value));
  return inner.flatMap(([key, each]) => linesOf(each, name ? `${name}, ${readable(key)}` : readable(key)));
}

/** The points of a seat, where a view says them as games here do. */
export function pointsOf(view: object, seat: number): number | null {
  const seats = fieldsOf(view).find(({ name }) => name === "seats")?.value;
  const own: unknown = Array.isArray(seats) ? seats[seat] : null;
  if (!isObject(own)) return null;
  const points = own.score ?? own.points;
  return typeof points === "number" ? points : null;
}
