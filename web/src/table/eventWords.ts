// What happens at a table apart from the game, in words: people come and go, ask and answer.
import type { EventMessage, Request } from "../api/types";
import { t, translate } from "../messages/messages.svelte";
import { levelName } from "./seatNames";

/** A sentence about an event, or nothing where the game itself tells it. */
export function eventWords(
  event: EventMessage,
  name: (seat: number) => string,
  isYou: boolean,
): string | null {
  const data = event.data ?? {};
  const who = event.seat === undefined || event.seat === null ? String(data.name ?? "") : name(event.seat);
  const values = { who, you: isYou ? "yes" : "no", name: String(data.name ?? "") };
  switch (event.kind) {
    case "opened":
    case "sat":
    case "undone":
    case "warned":
    case "paused":
    case "resumed":
    case "rematched":
      return t(`frame.did_${event.kind}`, values);
    case "left":
      return t(data.bot ? "frame.did_left_bot" : "frame.did_left", values);
    case "clock-held":
      return t("frame.did_clock_held");
    case "timed-out":
      return t("frame.did_timed_out", values);
    case "resigned":
      if (data.why === "away") return t("frame.did_resigned_away", values);
      return t(data.why === "time" ? "frame.did_resigned_time" : "frame.did_resigned", values);
    case "asked":
      return t("frame.did_asked", { ...values, what: String(data.what) });
    case "answered":
      return t(data.agreed ? "frame.did_agreed" : "frame.did_declined", values);
    case "short-of-time":
      return t("frame.did_short_of_time", { ...values, level: levelName(String(data.bot)) });
    case "bot-sat":
      return data.bot ? t("frame.did_bot_sat", { ...values, level: levelName(String(data.bot)) }) : null;
    case "ended":
      return data.why === "finished" ? null : t("frame.did_ended", { why: String(data.why) });
    default:
      return null;
  }
}

/** What someone asks the others to agree to. */
export function requestWords(request: Request, name: (seat: number) => string): string {
  const { what, data } = request;
  const values = {
    who: name(request.seat),
    seat: typeof data.seat === "number" ? name(data.seat) : "",
    name: String(data.name ?? ""),
    bot: data.bot ? "yes" : "no",
  };
  return translate(`frame.request.${what}`, values) ?? what;
}
