// The one line: what is asked of the reader now, or why there is nothing to do.
import type { Face } from "../games/face";
import { t } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";

export interface Asking {
  words: string;
  /** Whether the reader is to do something. */
  mine: boolean;
}

export function asking(desk: Desk, face: Face): Asking {
  const { table } = desk;
  const { info, actor } = table;
  if (!info) return { words: t("frame.opening"), mine: false };
  if (info.status === "closed") return { words: t("frame.closed"), mine: false };
  if (info.status === "over") return { words: endingWords(desk, face), mine: false };
  if (table.asked) return { words: face.ask(table), mine: true };
  return { words: waitingWords(desk, face, actor), mine: false };
}

function endingWords(desk: Desk, face: Face): string {
  const why = desk.table.info?.result?.why ?? "finished";
  if (why !== "finished") return t("frame.did_ended", { why });
  return face.ending(desk.table) || t("frame.game_over");
}

function waitingWords({ table }: Desk, face: Face, actor: number | null): string {
  const info = table.info!;
  if (info.paused) return t("frame.paused_now");
  if (table.sending) return table.line === "open" ? t("frame.sending") : t("frame.sent_later");
  if (actor === null) return t("frame.opening");
  const seat = info.seats[actor]!;
  if (seat.mine && seat.bot !== null && !seat.resigned) return t("frame.bot_for_you");
  if (seat.mine && seat.bot === null) return t("frame.opening");
  const told = face.wait?.(table);
  if (told) return told;
  const name = table.name(actor);
  if (seat.bot !== null) return t("frame.bot_thinks", { name });
  return table.here.includes(actor) ? t("frame.waiting_for", { name }) : t("frame.waiting_away", { name });
}
