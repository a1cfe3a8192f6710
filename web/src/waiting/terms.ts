// What is agreed on at a table, in words: pace, seats, and the options that are not as usual.
import type { GameInfo, TableInfo, TableSettings } from "../api/types";
import { lengthWords } from "../components/time.svelte";
import { t, translate } from "../messages/messages.svelte";
import { levelName } from "../table/seatNames";
import { optionKey, valueWords } from "../newTable/optionValues";

interface Agreed {
  game: string;
  options: Record<string, unknown>;
  settings: TableSettings;
  seats: { kind: string }[];
}

export function paceWords(settings: TableSettings): string {
  const pace = settings.pace ?? { kind: "none" };
  if (pace.kind === "none") return t("setup.pace.none");
  const fate = t(settings.on_time_out === "resign" ? "setup.time_out.resign" : "setup.time_out.bot");
  const time =
    pace.kind === "live"
      ? t("setup.pace.live", { minutes: Math.round((pace.bank ?? 900) / 60), seconds: pace.increment ?? 15 })
      : t("setup.pace.correspondence", { days: pace.days ?? 3 });
  return `${time}; ${fate}`;
}

/** What becomes of those who leave in the middle of a game. */
export function leavingWords({ settings, return_time }: TableInfo): string {
  return t("setup.leaving.words", {
    time: lengthWords(return_time ?? 0),
    level: levelName(settings.stand_in ?? "novice"),
  });
}

export function seatWords(seats: { kind: string }[]): string {
  return t("setup.seats.words", {
    players: seats.length,
    open: seats.filter(({ kind }) => kind === "open").length,
  });
}

/** The options that differ from how the game is usually played. */
export function changedOptions({ game, options }: Agreed, info: GameInfo | undefined): string[] {
  return (info?.options ?? [])
    .filter(({ name, default: usual }) => name in options && options[name] !== usual)
    .map(({ name }) => {
      const value = options[name];
      const title = translate(optionKey(game, name)) ?? name;
      if (typeof value === "boolean")
        return t("setup.option", { title, value: t(value ? "setup.yes" : "setup.no") });
      return t("setup.option", { title, value: valueWords(game, name, String(value)) });
    });
}
