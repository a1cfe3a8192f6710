// The rulebooks, fetched when someone reads them.
import type { Language } from "../messages/messages.svelte";

export interface Chapter {
  heading: string;
  html: string;
}

export interface Book {
  title: string;
  opening: string;
  chapters: Chapter[];
}

const BOOKS = import.meta.glob<Book>("./*.md", { import: "default" });

/** The rulebook of a game; null for a game whose rules are not on the page. */
export async function bookOf(game: string, language: Language): Promise<Book | null> {
  return (await BOOKS[`./${game}.${language}.md`]?.()) ?? null;
}

/** The chapters in which every word of a search is found. */
export function searched(book: Book, search: string): Chapter[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return book.chapters.filter((chapter) => {
    const text = plain(`${chapter.heading} ${chapter.html.replace(/<[^>]*>/g, " ")}`);
    return words.every((word) => text.includes(word));
  });
}

/** Small letters without accents and with straight apostrophes, as people type them. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase();
}
