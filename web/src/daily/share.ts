// One's own result of the day as a line of text, to be sent to friends.
import { t } from "../messages/messages.svelte";

/** A day as people write it. */
export function dayWords(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

interface Result {
  game: string;
  title: string;
  day: string;
  points: number;
  place: number | null;
  players: number;
}

export function sharedText(result: Result): string {
  const { place, players, ...values } = result;
  return players > 1 && place !== null
    ? t("puzzles.shared_place", { ...values, place, players })
    : t("puzzles.shared", values);
}

/** Hand a text to whatever the device shares with; else it is copied. Whether it was copied. */
export async function share(text: string): Promise<boolean> {
  if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches) {
    // Whoever closes the device's own window has not shared, and that is no mistake.
    await navigator.share({ text }).catch(() => undefined);
    return false;
  }
  await navigator.clipboard.writeText(text);
  return true;
}
