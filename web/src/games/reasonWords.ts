// Why something is not possible, in the reader's language.
import type { Value } from "../api/types";
import { t, translate } from "../messages/messages.svelte";
import type { Reason } from "./gameUi";

/** A reason in words of a game. `said` gives the names of things for the values that stand for them. */
export function reasonWords(
  game: string,
  reason: Reason | null,
  said: (name: string, value: string) => Value = (_, value) => value,
): string {
  if (!reason) return t("errors.illegal");
  const values = Object.entries(reason.values).map(([name, value]) => [
    name,
    typeof value === "string" ? said(name, value) : value,
  ]);
  return translate(`${game}.reason.${reason.code}`, Object.fromEntries(values)) ?? t("errors.illegal");
}
