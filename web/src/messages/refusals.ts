// Why something was refused, in the reader's language.
import type { Reason } from "../games/gameUi";
import { Refusal } from "../api/http";
import type { Problem } from "../api/types";
import { t, translate, type Values } from "./messages.svelte";

/** Who can say more about a refusal at a table: the names of seats, and the reasons of the rules. */
interface Sayer {
  name(seat: number): string;
  why(reason: Reason): string;
}

/** What went wrong, as a sentence. Anything but a refusal is a mistake of ours and is thrown on. */
export function explained(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return sentence(error.problem);
}

/** The reason of the rules in a refusal, if it holds one. */
export function reasonIn({ extra }: Problem): Reason | null {
  if (typeof extra?.reason !== "string") return null;
  const rules: unknown[] = Array.isArray(extra.rules) ? extra.rules : [];
  return {
    code: extra.reason,
    values: printable(extra.values),
    rules: rules.filter((rule) => typeof rule === "string"),
  };
}

/** The message that names the option of a game which a refusal is about. */
function optionIn({ extra }: Problem): string | null {
  if (typeof extra?.option !== "string" || typeof extra.game !== "string") return null;
  return `${extra.game}.option.${extra.option}`;
}

/** Those values of a refusal that can stand in a sentence. */
function printable(values: unknown): Record<string, string | number> {
  const entries: [string, unknown][] = Object.entries(values ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, value]] : [],
    ),
  );
}

/** A refusal as a sentence, with the values that the server sent beside its code. */
export function sentence(problem: Problem, sayer?: Sayer): string {
  const { code, extra = {} } = problem;
  const reason = reasonIn(problem);
  if (reason && sayer) return sayer.why(reason);
  const values: Values = printable(extra);
  const option = optionIn(problem);
  if (option) values.option = translate(option) ?? values.option;
  const cases = [`errors.${code}.${String(extra.case)}`, `errors.${code}`];
  if (sayer && typeof extra.seat === "number") {
    values.who = sayer.name(extra.seat);
    cases.unshift(`errors.${code}.who`);
  }
  for (const key of cases) {
    const words = translate(key, values);
    // What an option may be is said beside its field, and here once more.
    if (words !== null) return [words, option && translate(`${option}.help`)].filter(Boolean).join(" ");
  }
  return t("errors.refused");
}
