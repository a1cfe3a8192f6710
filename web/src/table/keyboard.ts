// Keys at a table. Nothing is taken from someone who writes, or from whatever has the focus and uses the key itself.
import type { Action } from "../api/types";
import type { TableUi } from "./tableUi.svelte";

/** What a key does; `choices` are those that are numbered on buttons. */
export function onKey(event: KeyboardEvent, tableUi: TableUi, choices: Action[]): void {
  const target = event.target as HTMLElement;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    tableUi.window ||
    target.closest("input, textarea, select, dialog")
  ) {
    return;
  }
  const { replay } = tableUi;
  if (replay && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    replay.stop();
    void replay.go(replay.place + (event.key === "ArrowLeft" ? -1 : 1));
    event.preventDefault();
    return;
  }
  const digit = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined;
  if (digit && !replay) return tableUi.table.pick(digit);
  switch (event.key.toLowerCase()) {
    case "escape":
      if (replay) tableUi.present();
      else tableUi.table.leaveDraft();
      tableUi.hint = null;
      return;
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
