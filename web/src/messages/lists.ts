// Several things in a sentence.
import { language } from "./messages.svelte";

/** Names with commas and an "and", as the language has it: "Leo, Virgo and Libra". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

/** The same, with what comes more than once in one: "2 × Leo and Virgo". */
export function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listed([...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)));
}
