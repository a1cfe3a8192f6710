// Where the sheet with a preview stands on a phone: at the foot of the board, or higher, so that what was chosen stays
// in sight.
import { overlap, type Box } from "../explain/bubblePlacement";

const APART = 8;
/**
 * A sheet grows when the preview comes, up to this height; more than that scrolls within it. It is placed at once as if
 * it were so high, so that its buttons stay put.
 */
export const SHEET_HEIGHT = 208;

/**
 * By how many pixels a sheet at the foot of the board is lifted so that it does not cover what was chosen. It may go as
 * high as `top`.
 */
export function lift(sheet: Box, chosen: Box, top: number): number {
  const grown = { ...sheet, top: Math.min(sheet.top, sheet.bottom - SHEET_HEIGHT) };
  if (!overlap(grown, chosen)) return 0;
  const higher = sheet.bottom - (chosen.top - APART);
  return grown.top - higher >= top ? higher : 0;
}
