// Which coach mark is due: data says at what each is shown, so nothing here knows a game.
import type { Action, CoachMark, LogEntry } from "../api/types";

/** What a reader sees happen. */
export interface Moment {
  /** What has just happened. */
  entries: readonly LogEntry[];
  seat: number | null;
  /** The phase of the view while the reader is asked; null otherwise. */
  phase: string | null;
  choices: readonly Action[];
}

/** The first mark that fits the moment and was never shown. */
export function dueMark(
  marks: readonly CoachMark[],
  seen: ReadonlySet<string>,
  moment: Moment,
): CoachMark | null {
  return marks.find((mark) => !seen.has(mark.name) && fits(mark.when, moment)) ?? null;
}

function fits(when: CoachMark["when"], { entries, seat, phase, choices }: Moment): boolean {
  if (when.phase != null && when.phase !== phase) return false;
  if (when.choice != null && !choices.some(({ kind }) => kind === when.choice)) return false;
  if (when.log == null) return true;
  return entries.some(
    (entry) =>
      entry.kind === when.log &&
      (when.own == null || (entry.seat === seat) === when.own) &&
      Object.entries(when.entry ?? {}).every(([name, value]) => Reflect.get(entry, name) === value),
  );
}
