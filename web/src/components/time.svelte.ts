// The time, as something that changes: twice a second while anything shows it.
import { createSubscriber } from "svelte/reactivity";
import { t } from "../messages/messages.svelte";

const listen = createSubscriber((update) => {
  const timer = setInterval(update, 500);
  return () => clearInterval(timer);
});

/** Milliseconds since 1970, anew twice a second. */
export function now(): number {
  listen();
  return Date.now();
}

/** A length of time in whole minutes or days. */
export function lengthWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return t("frame.within", { minutes, days: Math.round(minutes / 1440) });
}

/** Time left in words of a clock: 12:05, 1:02:33, or days and hours. */
export function clockWords(left: number, brief = false): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60),
  ];
  const two = (n: number): string => String(n).padStart(2, "0");
  if (days >= 1 && brief) return t("frame.days", { days });
  if (days >= 1) return t("frame.days_hours", { days, hours: hours % 24 });
  if (hours >= 1) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
