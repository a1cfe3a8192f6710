// The outlook of every seat through a game, as lines of a chart.
import type { Analysis } from "../api/types";

export const EDGE = { left: 54, right: 20, top: 16, bottom: 30 };

/** How large the chart is drawn; on a phone it is small from the start, so that its letters stay readable. */
export function sizeOf(narrow: boolean): { width: number; height: number } {
  return narrow ? { width: 360, height: 280 } : { width: 900, height: 320 };
}

export interface Chart {
  lines: { seat: number; path: string; end: { x: number; y: number } }[];
  x(decision: number): number;
  y(value: number): number;
  /** Decisions that are written along the foot. */
  ticks: number[];
}

/** Lines from what each seat could expect after each decision. */
export function chartOf(analysis: Analysis, seats: number, width: number, height: number): Chart {
  const values = analysis.values ?? [];
  const last = Math.max(1, analysis.of);
  const x = (decision: number): number => EDGE.left + (decision / last) * (width - EDGE.left - EDGE.right);
  const y = (value: number): number => EDGE.top + (1 - value) * (height - EDGE.top - EDGE.bottom);
  const lines = Array.from({ length: seats }, (_, seat) => {
    const points = values.map(({ number, values }) => ({ x: x(number), y: y(values[seat] ?? 0) }));
    const path = points
      .map((point, n) => `${n ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
      .join("");
    return { seat, path, end: points.at(-1) ?? { x: x(0), y: y(1 / seats) } };
  });
  const step = [5, 10, 20, 25, 50, 100, 200, 500].find((each) => last / each <= width / 90) ?? 1000;
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => n * step);
  return { lines, x, y, ticks };
}
