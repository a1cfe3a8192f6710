// The scoring at the end, in words.
import type { ScoringStep } from "../../api/types";
import { t, translate } from "../../messages/messages.svelte";
import { districtWords } from "./names";
import type { Scene } from "./types";

/** What a step of the scoring is about. */
export function stepWords(step: ScoringStep, { view }: Scene): string {
  if (!step.what) {
    const both = step.source === "river" && view.waters.both !== undefined;
    return translate(`pacal.step.${both ? "both" : step.source}`) ?? "";
  }
  const district = districtWords(step.what);
  if (step.source === "building") return t("pacal.step.building", { district });
  return t("pacal.step.districts", { district, value: view.districts[step.what]?.value ?? 0 });
}

/** What decides over waters and districts. */
export function countWords(_: ScoringStep, n: number): string {
  return t("pacal.step.storeys", { n });
}
