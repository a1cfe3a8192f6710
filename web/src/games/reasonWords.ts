// Why something is not possible, in the reader's language.
import type { Value } from "../api/types";
import { has, t } from "../messages/messages.svelte";
import type { Reason } from "./gameUi";

/** A reason in words of a game. `said` gives the names of things for the values that stand for them. */
export function reasonWords(
  game: string,
  reason: Reason | null,
  said: (name: string, value: string) => Value = (_, value) => value,
): string {
  const key = `${game}.reason.${reason?.code}`;
  if (!reason || !has(key)) return t("errors.illegal");
  const values = Object.entries(reason.values).map(([name, value]) => [
    name,
    typeof value === "string" ? said(name, value) : value,
  ]);
  return t(key, Object.fromEntries(values) as Record<string, Value>);
}
