// The shape of each seat: whoever cannot tell the colours can tell these.
export const SHAPES = ["disc", "hexagon", "triangle", "square", "pentagon"] as const;
export type Shape = (typeof SHAPES)[number];

const CORNERS: Record<Exclude<Shape, "disc">, { count: number; turn: number; reach: number }> = {
  hexagon: { count: 6, turn: 0, reach: 1 },
  triangle: { count: 3, turn: -90, reach: 1.14 },
  square: { count: 4, turn: 45, reach: 1.16 },
  pentagon: { count: 5, turn: -90, reach: 1.04 },
};

/** The shape of a seat. */
export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length]!;
}

/** The colour of a seat, as a CSS value. */
export function colourOf(seat: number): string {
  return `var(--seat-${seat % SHAPES.length})`;
}

/** The path of a seat's shape round the origin, or round a point; all seem equally large at one radius. */
export function seatPath(seat: number, radius: number, x = 0, y = 0): string {
  const shape = shapeOf(seat);
  if (shape === "disc") {
    const r = radius.toFixed(2);
    return `M${(x - radius).toFixed(2)} ${y}a${r} ${r} 0 1 0 ${2 * radius} 0a${r} ${r} 0 1 0 ${-2 * radius} 0Z`;
  }
  const { count, turn, reach } = CORNERS[shape];
  // A triangle's middle lies lower than that of the circle round it.
  const down = shape === "triangle" ? 0.18 * radius : 0;
  const corners = Array.from({ length: count }, (_, n) => {
    const angle = ((turn + (360 / count) * n) * Math.PI) / 180;
    const reached = radius * reach;
    return `${(x + reached * Math.cos(angle)).toFixed(2)} ${(y + down + reached * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}
