// Keys at a table. Nothing is taken from someone who writes, or from whatever has the focus and uses the key itself.
import type { Choice } from "../wire/types";
import type { Desk } from "./desk.svelte";

/** What a key does; `choices` are those that are numbered on buttons. */
export function onKey(event: KeyboardEvent, desk: Desk, choices: Choice[]): void {
  const target = event.target as HTMLElement;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    desk.window ||
    target.closest("input, textarea, select, dialog")
  ) {
    return;
  }
  const { past } = desk;
  if (past && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    past.stop();
    void past.go(past.place + (event.key === "ArrowLeft" ? -1 : 1));
    event.preventDefault();
    return;
  }
  const digit = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined;
  if (digit && !past) return desk.table.pick(digit);
  switch (event.key.toLowerCase()) {
    case "escape":
      if (past) desk.present();
      else desk.table.leaveDraft();
      desk.hint = null;
      return;
    case "u":
      return desk.undo();
    case "h":
      return void desk.askHint();
    case "l":
      desk.side = "log";
      return;
    case "c":
      desk.side = "chat";
      return;
    case "b":
      desk.side = "rules";
      return;
    case "t":
      desk.text = !desk.text;
      return;
    case "?":
      desk.window = "shortcuts";
  }
}
