// The log in groups: what one seat did in one turn stands together; what was taken back is crossed out.
import type { EventMessage, LogEntry } from "../api/types";

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

/** One line of the log, or several of one event. */
export interface Told {
  /** The event it tells of; the last one, where one line tells of several. */
  event: EventMessage;
  /** Of its first event. */
  first: number;
  /** The entries of each line. */
  lines: LogEntry[][];
}

/** Whether entries belong in one line. */
type Belong = (entries: LogEntry[]) => boolean;

/** What events tell, line by line; what one seat did in several parts, such as a payment, is one line. */
export function toldBy(events: EventMessage[], belong: Belong): Told[] {
  const told: Told[] = [];
  for (const event of events) {
    const lines: LogEntry[][] = [];
    for (const entry of event.log ?? []) {
      const last = lines.at(-1);
      if (last && joins(last, [entry], belong)) last.push(entry);
      else lines.push([entry]);
    }
    const before = told.at(-1);
    const end = before?.lines.at(-1);
    if (before && end && lines[0] && event.kind === "acted" && joins(end, lines[0], belong)) {
      before.lines.pop();
      lines[0] = [...end, ...lines[0]];
      // A line that is all there was goes with what came next.
      if (!before.lines.length) told.pop();
      told.push({ event, first: before.lines.length ? event.number : before.first, lines });
    } else told.push({ event, first: event.number, lines });
  }
  return told;
}

function joins(before: LogEntry[], after: LogEntry[], belong: Belong): boolean {
  return before[0]!.seat === after[0]!.seat && belong([...before, ...after]);
}

/** Numbers of the events by which something was put back of which nothing had been told: no line tells of it either. */
function putBack(events: EventMessage[]): Set<number> {
  const back = new Set<number>();
  let standing: EventMessage[] = [];
  for (const event of events) {
    if (event.kind === "acted") standing.push(event);
    if (event.kind !== "undone") continue;
    const isBack = (each: EventMessage): boolean => (each.decisions ?? 0) > (event.decisions ?? 0);
    const gone = standing.filter(isBack);
    if (gone.length && gone.every((each) => !each.log?.length)) back.add(event.number);
    standing = standing.filter((each) => !isBack(each));
  }
  return back;
}

/** Events in groups of one seat's turn. */
export function grouped(events: EventMessage[]): Group[] {
  const groups: Group[] = [];
  const back = putBack(events);
  // A part of a log that does not begin at the beginning was cut after the start.
  let started = events[0]?.number !== 1;
  for (const event of events) {
    started ||= event.kind === "started";
    if (silent(event, started) || back.has(event.number)) continue;
    const seat = event.kind === "acted" ? (event.seat ?? null) : null;
    const last = groups.at(-1);
    if (last && last.seat === seat && seat !== null) last.events.push(event);
    else groups.push({ number: event.number, seat, events: [event] });
  }
  return groups;
}
