// The moments of a game, counted the same everywhere: the deal is 0, then everything by which the position changed.
import type { EventMessage } from "../api/types";
import { takenBack } from "./logGroups";

/** Whether an event changed the position: these are the moments of a game. */
export function isMoment(event: EventMessage): boolean {
  return (
    event.kind === "started" || event.kind === "acted" || event.kind === "undone" || event.kind === "ended"
  );
}

/** The moment at which an event happened, or the last one before it. */
export function momentOf(events: EventMessage[], number: number): number {
  return Math.max(0, events.filter((event) => isMoment(event) && event.number <= number).length - 1);
}

/** The moment of every event that is one, by its number. */
export function momentsOf(events: EventMessage[]): Map<number, number> {
  return new Map(events.filter(isMoment).map(({ number }, moment) => [number, moment]));
}

/** The last event after which no more than so many decisions stood, of those that were not taken back. */
export function eventAfter(events: EventMessage[], decisions: number): number {
  const gone = takenBack(events);
  const before = (event: EventMessage): boolean =>
    (event.decisions ?? Infinity) <= decisions && !gone.has(event.number);
  return events.findLast(before)?.number ?? 1;
}

/** The moment at which a decision, counted from 1, was made. */
export function momentOfDecision(events: EventMessage[], decision: number): number {
  const gone = takenBack(events);
  const made = events.find(
    (event) => event.kind === "acted" && !gone.has(event.number) && (event.decisions ?? 0) >= decision,
  );
  return momentOf(events, made?.number ?? eventAfter(events, decision));
}
