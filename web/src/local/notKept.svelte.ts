// Whether the browser refuses to keep games, and why: told once, where the reader sees it.
let reason = $state<"full" | "forbidden" | null>(null);

export function notKept(): "full" | "forbidden" | null {
  return reason;
}

export function tellNotKept(why: "full" | "forbidden" | null): void {
  reason = why;
}
