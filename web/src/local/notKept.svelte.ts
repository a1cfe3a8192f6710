// Whether the browser refuses to keep games, and why: told once, where the reader sees it.
import type { NotKept } from "./messages";

let reason = $state<NotKept | null>(null);

export function notKept(): NotKept | null {
  return reason;
}

export function tellNotKept(why: NotKept | null): void {
  reason = why;
}
