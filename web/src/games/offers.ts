// Everything that is offered, in one sentence: a prompt names every kind of choice that is lit.
import { language } from "../messages/messages.svelte";

/** "draw two cards, observe a sign, or pass" from the words of each kind that is offered, each once, in their order. */
export function anyOf<Kind extends string>(
  choices: readonly { kind: Kind }[],
  words: Partial<Record<Kind, string>>,
): string {
  const kinds = new Set(choices.map(({ kind }) => kind));
  const said: [string, string][] = Object.entries<string | undefined>(words).flatMap(([kind, each]) =>
    each ? [[kind, each]] : [],
  );
  const offered = new Set(
    said.flatMap(([kind, each]) => ([...kinds].some((one) => one === kind) ? [each] : [])),
  );
  return new Intl.ListFormat(language(), { type: "disjunction" }).format(offered);
}
