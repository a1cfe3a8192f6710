// The rulebooks, their summaries and the numbered rules, fetched when someone reads them.
import type { Book, Chapter, Part } from "../../build/rulebooks";
import { hasOwnUi, type GameName } from "../games/registry";
import type { Language } from "../messages/messages.svelte";
import { plain } from "./highlight";

export type { Book, Chapter, Part };

const BOOKS = import.meta.glob<Book>("./*.md", { import: "default" });
const SUMMARIES = import.meta.glob<Book>("./summaries/*.md", { import: "default" });
const REFERENCES: Record<GameName, () => Promise<{ default: Book }>> = {
  ophiuchus: () => import("virtual:reference/ophiuchus"),
  pacal: () => import("virtual:reference/pacal"),
  ptolemaeus: () => import("virtual:reference/ptolemaeus"),
  ulysses: () => import("virtual:reference/ulysses"),
};

/** The rulebook of a game; null for a game whose rules are not on the page. */
export async function bookOf(game: string, language: Language): Promise<Book | null> {
  return (await BOOKS[`./${game}.${language}.md`]?.()) ?? null;
}

/** The rules of a game on one sheet. */
export async function summaryOf(game: string, language: Language): Promise<Book | null> {
  return (await SUMMARIES[`./summaries/${game}.${language}.md`]?.()) ?? null;
}

/** The numbered rules of a game, in English. */
export async function referenceOf(game: string): Promise<Book | null> {
  return hasOwnUi(game) ? (await REFERENCES[game]()).default : null;
}

/** The chapters in which every word of a search is found. */
export function searched(book: Book, search: string): Chapter[] {
  const words = wordsOf(search);
  return book.chapters.filter((chapter) => {
    const text = plain(
      `${chapter.heading} ${chapter.parts
        .map(htmlOf)
        .join(" ")
        .replace(/<[^>]*>/g, " ")}`,
    );
    return words.every((word) => text.includes(word));
  });
}

/** The words that are searched for, as they are compared. */
export function wordsOf(search: string): string[] {
  return plain(search).split(/\s+/).filter(Boolean);
}

function htmlOf(part: Part): string {
  if (part.kind === "text") return part.html;
  if (part.kind === "figure") return part.caption;
  return part.kind === "legend" ? part.entries.map(({ html }) => html).join(" ") : "";
}

/**
 * Where a book says most of a rule: the mark that names it, in the chapter that speaks most of such rules; a book that
 * does not name it is opened at its kind ("OP-4").
 */
export function markOf(where: ParentNode, rule: string): Element | null {
  const [kind] = rule.split(".");
  const marks = [...where.querySelectorAll("[data-rules]")].map((mark) => {
    const rules = mark.getAttribute("data-rules")?.split(" ") ?? [];
    const section = mark.closest("section");
    return {
      mark,
      section,
      exact: rules.includes(rule),
      akin: rules.filter((each) => each.split(".")[0] === kind),
    };
  });
  const told = new Map<Element | null, number>();
  for (const { section, akin } of marks) told.set(section, (told.get(section) ?? 0) + akin.length);
  const exact = marks.filter((each) => each.exact);
  const found = exact.length ? exact : marks.filter(({ akin }) => akin.length);
  const most = Math.max(...found.map(({ section }) => told.get(section) ?? 0));
  return found.find(({ section }) => told.get(section) === most)?.mark ?? null;
}
