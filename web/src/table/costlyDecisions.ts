// The decisions of an analysis that cost most: the reader's own first, then everyone else's.
import type { Analysis, EvaluatedDecision, SeatInfo } from "../api/types";

const OWN = 6;
const OTHERS = 3;

export interface Costly {
  own: EvaluatedDecision[];
  others: EvaluatedDecision[];
}

export function costlyDecisions(analysis: Analysis, seats: SeatInfo[]): Costly {
  const costly = (analysis.decisions ?? [])
    // What rounds to nothing is no mistake.
    .filter((decision) => Math.round((decision.loss ?? 0) * 100) > 0)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0) || a.number - b.number);
  const mine = ({ seat }: EvaluatedDecision): boolean => seats[seat]?.mine ?? false;
  return {
    own: costly.filter(mine).slice(0, OWN),
    others: costly.filter((decision) => !mine(decision)).slice(0, OTHERS),
  };
}

/** Who sits where to try a decision again: the reader in its seat, bots in all others. */
export function seatsToTry(seats: SeatInfo[], seat: number, standIn: string): string[] {
  return seats.map((each) => (each.seat === seat ? "me" : (each.bot ?? standIn)));
}
