// What things are called: districts, waters, what the die shows.
import { nameOf, t } from "../../messages/messages.svelte";
import { isReader } from "../reader";
import type { Scene, View } from "./types";

export const WATERS = ["river", "lake", "both"] as const;

/** A river winds between its banks, a lake lies within its shore; 20 wide and 14 high. */
export const WATER_ICONS: Record<(typeof WATERS)[number], string> = {
  river: "M3 1q6 3 2 6t2 6M12 1q6 3 2 6t2 6",
  lake: "M10 1.500C16 1.500 19 4 19 7S15 12.500 10 12.500 1 10 1 7 4 1.500 10 1.500ZM5 7.500q2.500-2.500 5 0t5 0",
  both: "M1 4.500q4.500-4.500 9 0t9 0M1 10.500q4.500-4.500 9 0t9 0",
};

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
  return isReader(scene, seat) ? "you" : "other";
}
