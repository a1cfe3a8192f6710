// What the people and bots at a table are called.
import type { SeatInfo } from "../api/types";
import { nameOf, t } from "../messages/messages.svelte";

const BOT_NAMES = ["frame.bot_0", "frame.bot_1", "frame.bot_2", "frame.bot_3", "frame.bot_4"] as const;

/** The name of a seat as others see it: a person's own, or that of an astronomer of old for a bot. */
export function seatName(seats: SeatInfo[], seat: number): string {
  const found = seats[seat];
  if (!found) return "";
  if (found.name) {
    const name = found.gone ? t("frame.someone_left") : found.name;
    // Who plays for several sides is told apart by numbers.
    const same = seats.filter((each) => each.name === found.name).map((each) => each.seat);
    return same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  }
  return found.kind === "bot" ? t(BOT_NAMES[seat % BOT_NAMES.length]!) : t("frame.empty_seat");
}

/** The level of a bot in words. */
export function levelName(level: string): string {
  return nameOf("frame.level", level);
}
