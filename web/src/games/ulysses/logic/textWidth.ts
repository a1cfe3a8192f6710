// How wide a name is when it is written on the map.
const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null = null;

/** The width of a name in pixels, in the bold that a choosable place gets. */
export function widthOf(name: string): number {
  let width = widths.get(name);
  if (width === undefined) {
    pen ??= document.createElement("canvas").getContext("2d")!;
    pen.font = '600 14px "EB Garamond", Georgia, serif';
    width = pen.measureText(name).width;
    // Before the type has come the width is that of another one.
    if (document.fonts.check(pen.font)) widths.set(name, width);
  }
  return width;
}
