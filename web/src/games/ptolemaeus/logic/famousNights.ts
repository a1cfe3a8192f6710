// Famous nights that a game may start from; what happened is told in the words of the game.
import { language, nameOf } from "../../../messages/messages.svelte";

export const NIGHTS = [
  "1969-07-20",
  "0141-02-02",
  "0150-03-22",
  "1492-10-12",
  "1582-10-15",
  "1610-01-07",
  "1781-03-13",
  "1919-05-29",
  "1957-10-04",
  "1961-04-12",
  "1977-09-05",
  "1990-04-24",
  "2000-01-01",
  "2022-03-28",
] as const;

/** A day such as 1969-07-20 as people write it. */
export function written(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const when = new Date(Date.UTC(2000, month - 1, day));
  when.setUTCFullYear(year);
  // As the rulebook writes days in English: 20 July 1969.
  const place = language() === "en" ? "en-GB" : language();
  return new Intl.DateTimeFormat(place, { dateStyle: "long", timeZone: "UTC" }).format(when);
}

/** The sky a table began with: its day, and what that day is known for. */
export function startOf(start: unknown): string {
  if (typeof start !== "string" || !/^\d{4}-\d\d-\d\d$/.test(start)) return "";
  const night = nameOf("ptolemaeus.night", start, "");
  return night ? `${written(start)} · ${night}` : written(start);
}
