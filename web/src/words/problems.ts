// Why something was refused, in the reader's language. The server's own sentence is the last resort.
import { Refusal } from "../wire/http";
import type { Problem } from "../wire/types";
import { has, t } from "./words.svelte";

/** What went wrong, as a sentence. Anything but a refusal is a mistake of ours and is thrown on. */
export function explained(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return sentence(error.problem);
}

/** A refusal as a sentence. */
export function sentence(problem: Problem): string {
  const key = `errors.${problem.code}`;
  return has(key) ? t(key) : problem.detail;
}
