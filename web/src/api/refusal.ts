// What a request is refused with: thrown, with the reason in it.
import type { Problem } from "./types";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}
