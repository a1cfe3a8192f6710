// The one line: what is asked of the reader now, or why there is nothing to do.
import { isInBrowser } from "../connection/connection";
import type { GameUi } from "../games/gameUi";
import { botsArePreparing } from "../games/gamesInfo.svelte";
import { t } from "../messages/messages.svelte";
import type { TableUi } from "./tableUi.svelte";

export interface Prompt {
  words: string;
  /** Whether the reader is to do something. */
  mine: boolean;
}

export function promptOf(tableUi: TableUi, gameUi: GameUi): Prompt {
  const { table } = tableUi;
  const { info, actor } = table;
  if (!info) return { words: t("frame.opening"), mine: false };
  if (info.status === "closed") return { words: t("frame.closed"), mine: false };
  if (info.status === "over") return { words: wholeEnding(tableUi, gameUi), mine: false };
  if (table.asked) return { words: gameUi.prompt(table), mine: true };
  return { words: waitingWords(tableUi, gameUi, actor), mine: false };
}

/** How a game came to its end. */
export function endingWords(tableUi: TableUi, gameUi: GameUi): string {
  const why = tableUi.table.info?.result?.why ?? "finished";
  if (why !== "finished") return t("frame.did_ended", { why });
  return gameUi.ending(tableUi.table) || t("frame.did_ended", { why });
}

/** Who won, in a few words. */
export function headlineWords({ outcome, table }: TableUi): string {
  const winners = outcome?.winners ?? [];
  const names = winners.map((seat) => table.name(seat)).join(" · ");
  switch (outcome?.headline) {
    case "you_won":
      return t("frame.you_won");
    case "won":
      return t("frame.won", { name: names });
    case "shared_win":
      return t("frame.shared_win", { names });
    case "stand_in_won":
    case "you_gave_up":
    case "out_of_time":
    case "not_back":
      return t(`ending.${outcome.headline}`);
    default:
      return t("frame.game_over");
  }
}

function wholeEnding(tableUi: TableUi, gameUi: GameUi): string {
  const how = endingWords(tableUi, gameUi);
  if (!tableUi.outcome || tableUi.outcome.headline === "over") return how;
  // "You won!" is a sentence already.
  const won = headlineWords(tableUi);
  return /[!.]$/.test(won) ? `${won} ${how}` : t("ending.won_and_how", { won, how });
}

function waitingWords({ table }: TableUi, gameUi: GameUi, actor: number | null): string {
  const info = table.info!;
  if (info.paused) return t("frame.paused_now");
  if (info.stopped && !table.mine.length) return t("frame.stopped");
  if (table.sending) return table.connection === "open" ? t("frame.sending") : t("frame.sent_later");
  if (actor === null) return t("frame.opening");
  const seat = info.seats[actor]!;
  if (seat.mine && seat.bot !== null && !seat.resigned) return t("frame.bot_for_you");
  if (seat.mine && seat.bot === null) return t("frame.opening");
  const words = gameUi.waitingFor?.(table);
  if (words) return words;
  const name = table.name(actor);
  if (seat.bot !== null && !isInBrowser(info.id) && botsArePreparing(info.game))
    return t("frame.bots_preparing");
  if (seat.bot !== null) return t("frame.bot_thinks", { name });
  return table.present.includes(actor) ? t("frame.waiting_for", { name }) : t("frame.waiting_away", { name });
}
