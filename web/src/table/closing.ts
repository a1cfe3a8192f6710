// Escape closes what lies on top, one thing at a time: the scoring, the past, what was begun, a hint, a panel.
import { narrow } from "../components/screen.svelte";
import type { TableUi } from "./tableUi.svelte";

/** Close the topmost thing that is open; whether there was one. */
export function closeTopmost(tableUi: TableUi): boolean {
  const { table } = tableUi;
  const hinted = tableUi.hint !== null;
  table.point(null);
  if (tableUi.ceremony) tableUi.ceremony.close();
  else if (tableUi.replay) tableUi.present();
  else if (tableUi.putBack() || hinted) return true;
  else if (table.problem) table.problem = null;
  else if (tableUi.side && (narrow() || tableUi.text || tableUi.side !== "log")) tableUi.side = null;
  else return false;
  return true;
}
