// What things are called: districts, waters, what the die shows.
import { nameOf, t } from "../../messages/messages.svelte";
import type { Scene, View } from "./types";

export const WATERS = ["river", "lake", "both"] as const;

/** The name of a district; boards of other makers have only letters. */
export function districtName(letter: string): string {
  return nameOf("pacal.district", letter, letter.toUpperCase());
}

export function districtWords(letter: string): string {
  return t("pacal.district_named", { name: districtName(letter) });
}

export function dieName(die: View["die"]): string {
  return die === "arrows" ? t("pacal.arrows") : String(die ?? "");
}

export function dieWords({ die }: View): string {
  return die === null ? t("pacal.not_rolled") : t("pacal.rolled", { die: dieName(die) });
}

/** Whether a seat is the reader's own, so that the page says "you". */
export function who(scene: Scene, seat: number | null): "you" | "other" {
  return seat !== null && seat === scene.seat ? "you" : "other";
}
