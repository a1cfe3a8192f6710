// The log in groups: what one seat did in one turn stands together; what was taken back is crossed out.
import type { EventMessage } from "../api/types";

export interface Group {
  /** Of its first event. */
  number: number;
  seat: number | null;
  events: EventMessage[];
}

/** What is not worth a line: that a table was opened, and who sat down before the game began. */
function silent(event: EventMessage, started: boolean): boolean {
  if (event.kind === "acted" || event.kind === "started") return !event.log?.length;
  return (
    event.kind === "kept" || event.kind === "opened" || (!started && /^(sat|bot-sat|left)$/.test(event.kind))
  );
}

/** Numbers of the events that were taken back later. */
export function takenBack(events: EventMessage[]): Set<number> {
  let standing: EventMessage[] = [];
  const gone = new Set<number>();
  for (const event of events) {
    if (event.kind === "acted") standing.push(event);
    if (event.kind !== "undone") continue;
    const kept = event.decisions ?? 0;
    for (const back of standing.filter((each) => (each.decisions ?? 0) > kept)) gone.add(back.number);
    standing = standing.filter((each) => (each.decisions ?? 0) <= kept);
  }
  return gone;
}

/** Events in groups of one seat's turn. */
export function grouped(events: EventMessage[]): Group[] {
  const groups: Group[] = [];
  // A part of a log that does not begin at the beginning was cut after the start.
  let started = events[0]?.number !== 1;
  for (const event of events) {
    started ||= event.kind === "started";
    if (silent(event, started)) continue;
    const seat = event.kind === "acted" ? (event.seat ?? null) : null;
    const last = groups.at(-1);
    if (last && last.seat === seat && seat !== null) last.events.push(event);
    else groups.push({ number: event.number, seat, events: [event] });
  }
  return groups;
}
