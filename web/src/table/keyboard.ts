// Keys at a table. Nothing is taken from someone who writes, or from whatever has the focus and uses the key itself.
import type { Action } from "../api/types";
import { closeTopmost } from "./closing";
import type { TableUi } from "./tableUi.svelte";

/** Whether arrows mean something where the focus is: among tabs, in what scrolls sideways. */
function usesArrows(target: HTMLElement): boolean {
  if (target.closest("[role=tablist], [role=radiogroup], [role=slider], [role=application]")) return true;
  return target.scrollWidth > target.clientWidth + 1 && getComputedStyle(target).overflowX !== "visible";
}

/** A number picks what the game has numbered, or else the button that stands in that place; whether it did. */
export function pickNumber(key: string, { gameUi, table }: TableUi, choices: Action[]): boolean {
  if (!/^[1-9]$/.test(key)) return false;
  if (gameUi.onNumber?.(Number(key), table)) return true;
  const choice = choices[Number(key) - 1];
  if (choice) table.pick(choice);
  return !!choice;
}

/** What a key does; `choices` are those that are numbered on buttons. */
export function onKey(event: KeyboardEvent, tableUi: TableUi, choices: Action[]): void {
  const target = event.target as HTMLElement;
  if (event.key === "Escape" && !tableUi.window && !target.closest("select, dialog")) {
    if (closeTopmost(tableUi)) event.preventDefault();
    return;
  }
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    tableUi.window ||
    target.closest("input, textarea, select, dialog")
  ) {
    return;
  }
  const { replay } = tableUi;
  if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !usesArrows(target)) {
    void tableUi.step(event.key === "ArrowLeft" ? -1 : 1);
    event.preventDefault();
    return;
  }
  if (!replay && pickNumber(event.key, tableUi, choices)) return;
  switch (event.key.toLowerCase()) {
    case "u":
      return tableUi.undo();
    case "h":
      return void tableUi.askHint();
    case "l":
      tableUi.side = "log";
      return;
    case "c":
      tableUi.side = "chat";
      return;
    case "b":
      void tableUi.openRules();
      return;
    case "t":
      tableUi.text = !tableUi.text;
      return;
    case "?":
      tableUi.window = "shortcuts";
  }
}
