// How the start of the games in this browser comes on, for whoever waits for it.
import { onProgress } from "../connection/browser";
import type { Progress } from "./tables";

let progress = $state.raw<Progress | null>(null);

onProgress((told) => (progress = told));

/** What has come so far; nothing where nothing needs to be fetched. */
export function starting(): Progress | null {
  return progress;
}
