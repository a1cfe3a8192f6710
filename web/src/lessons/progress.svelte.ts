// How far the reader has come in each lesson, and whether it was offered: kept in this browser.
import { storedJson, storeJson } from "../components/stored";

const KEPT = "parapegma.lessons";

interface Progress {
  /** The step to go on with. */
  step: number;
  /** Steps that were finished, by name. */
  done: string[];
  /** Whether the lesson was offered before a game; it is offered once. */
  offered: boolean;
}

const NONE: Progress = { step: 0, done: [], offered: false };

function kept(): Record<string, Progress> {
  return storedJson(KEPT, {});
}

let all = $state.raw(kept());

export function progressOf(game: string): Progress {
  return { ...NONE, ...all[game] };
}

export function keepProgress(game: string, change: Partial<Progress>): void {
  all = { ...kept(), [game]: { ...progressOf(game), ...change } };
  storeJson(KEPT, all);
}
