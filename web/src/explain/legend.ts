// The legend of a game: every icon and what it means, from its rulebook, so that it is said in one place.
import { bookOf } from "../rulebooks/books";
import type { Language } from "../messages/messages.svelte";

export interface LegendEntry {
  icon: string;
  html: string;
}

/** All entries of a game's legend; none for a game without a rulebook on the page. */
export async function legendOf(game: string, language: Language): Promise<LegendEntry[]> {
  const book = await bookOf(game, language);
  return (book?.chapters ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "legend" ? part.entries : [])),
  );
}

/** What the legend says of an icon, without the name that it gives it: that is said already. */
export function meaningOf(entries: readonly LegendEntry[], icon: string): string {
  const html = entries.find((entry) => entry.icon === icon)?.html ?? "";
  const meaning = html.replace(/^\s*<strong>.*?<\/strong>\s*[:,.]?\s*/s, "").trim();
  return meaning.charAt(0).toUpperCase() + meaning.slice(1);
}
