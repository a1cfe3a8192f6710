// @vitest-environment node
// Every rulebook: the same chapters, figures, icons and decks in all languages, and rules that exist.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../build/catalogue";
import { book, reference, slug, type Book, type Chapter, type Part } from "../../build/rulebooks";
import { GAMES } from "../../src/games/registry";
import { searched } from "../../src/rulebooks/books";
import { highlighted, plain } from "../../src/rulebooks/highlight";
import { SOURCES } from "../helpers/sources";

const read = (file: string): string => readFileSync(`${SOURCES}/${file}`, "utf8");
const bookOf = (game: string, language: string): Book => book(read(`rulebooks/${game}.${language}.md`), game);
const summaryOf = (game: string, language: string): Book =>
  book(read(`rulebooks/summaries/${game}.${language}.md`), game);
const partsOf = (found: Book): Part[] => found.chapters.flatMap(({ parts }) => parts);
const drawn = (found: Book): string[] =>
  partsOf(found).flatMap((part) => {
    if (part.kind === "legend") return part.entries.map(({ icon }) => `icon ${icon}`);
    return part.kind === "text" ? [] : [`${part.kind} ${part.name}`];
  });
const FIGURES = (game: string): string[] =>
  [...readFileSync(`${SOURCES}/../figures/${game}.yaml`, "utf8").matchAll(/figure: \{? ?name: (\w+)/g)].map(
    ([, name]) => `figure ${name}`,
  );

describe.each(GAMES)("the rulebook of %s", (game) => {
  const books = LANGUAGES.map((language) => bookOf(game, language));
  const rules = new Set(
    [...html(reference(read(`../../docs/rules/${game}.md`), game)).matchAll(/id="([^"]+)"/g)].map(
      ([, id]) => id,
    ),
  );

  it("tells every numbered rule in all languages", () => {
    const numbered = [...rules].map((rule) => rule ?? "").filter((rule) => /^[A-Z]{2}-\d+\.\d+$/.test(rule));
    expect(numbered.length).toBeGreaterThan(60);
    for (const each of books) {
      const told = new Set(
        [...html(each).matchAll(/data-rules="([^"]+)"/g)].flatMap(([, all]) => all!.split(" ")),
      );
      // A whole section may be named where all of it is told.
      expect(numbered.filter((rule) => !told.has(rule) && !told.has(rule.split(".")[0]!))).toEqual([]);
    }
  });

  it("has the same chapters with the same drawings in all languages", () => {
    for (const each of books) {
      expect(each.chapters.length).toBe(books[0]!.chapters.length);
      expect(drawn(each)).toEqual(drawn(books[0]!));
    }
  });

  it("shows every figure that there is, and six or more", () => {
    const shown = drawn(books[0]!).filter((each) => each.startsWith("figure "));
    expect(shown.toSorted()).toEqual(FIGURES(game).toSorted());
    expect(shown.length).toBeGreaterThanOrEqual(6);
  });

  it("says what is reconstructed, and marks it", () => {
    for (const each of books) {
      expect(each.ours.length).toBeGreaterThan(40);
      expect(html(each)).toContain('class="ours"');
    }
  });

  it("links only to rules that exist", () => {
    const named = new Set(
      books.flatMap((each) => [...html(each).matchAll(/#([A-Z]{2}-[\d.]+)"/g)].map(([, id]) => id)),
    );
    expect(named.size).toBeGreaterThan(30);
    expect([...named].filter((rule) => !rules.has(rule))).toEqual([]);
  });

  it("has a summary with the same parts in all languages", () => {
    const summaries = LANGUAGES.map((language) => summaryOf(game, language));
    for (const each of summaries) {
      expect(each.chapters.length).toBe(summaries[0]!.chapters.length);
      expect(drawn(each)).toEqual(drawn(summaries[0]!));
    }
  });

  it("tells the same rules with the same numbers, chapter by chapter, in all languages", () => {
    for (const kind of [bookOf, summaryOf]) {
      const [english, ...others] = LANGUAGES.map((language) => kind(game, language).chapters.map(facts));
      for (const other of others) expect(other).toEqual(english);
    }
  });

  it("has legends whose entries are whole without the name of the icon, as the page says them", () => {
    const entries = books.flatMap((each) =>
      partsOf(each).flatMap((part) => (part.kind === "legend" ? part.entries : [])),
    );
    expect(entries.filter(({ html: words }) => !/^<strong>[^<]+<\/strong>[:,] [^(]/.test(words))).toEqual([]);
  });

  it("says “he” of nobody", () => {
    const english = html(books[0]!).replace(/<[^>]*>/g, " ");
    expect(english.match(/\b(he|his|him|himself)\b/gi) ?? []).toEqual([]);
  });
});

it("a head of a table without words is a plain cell", () => {
  const table = "| | 1 player |\n|---|---:|\n| tiles | 20 |\n";
  for (const found of [
    book(`# A book\n\n${table}`, "pacal"),
    reference(`## 2. Rules\n\n${table}`, "pacal"),
  ]) {
    expect(html(found)).toMatch(/<td><\/td>\s*<th align="right">1 player<\/th>/);
  }
});

describe("a search", () => {
  const found = bookOf("ulysses", "it");

  it("finds words whatever their accents and apostrophes", () => {
    expect(searched(found, "l'arrivo").length).toBeGreaterThan(0);
    expect(searched(found, "dei")).toEqual(searched(found, "dèi"));
    expect(searched(found, "no such word")).toEqual([]);
  });

  it("highlights what was found, and nothing inside tags", () => {
    expect(highlighted('<a href="/dei">gli dèi</a>', ["dei"])).toBe(
      '<a href="/dei">gli <mark>dèi</mark></a>',
    );
    expect(highlighted("l’arrivo &amp; l&#39;oro", [plain("l'")])).toBe(
      "<mark>l’</mark>arrivo &amp; <mark>l&#39;</mark>oro",
    );
    expect(highlighted("as it is", [])).toBe("as it is");
  });
});

it("headings become places in an address", () => {
  expect(slug("La discussione degli dèi")).toBe("la-discussione-degli-dei");
});

/** What does not depend on a language: the rules that a chapter names, and its figures, each as often as it says it. */
function facts({ parts }: Chapter): { rules: string[]; numbers: string[] } {
  const all = html({ title: "", opening: "", ours: "", chapters: [{ heading: "", id: "", parts }] });
  const rules = [...all.matchAll(/data-rules="([^"]+)"/g)].flatMap(([, named]) => named!.split(" "));
  const words = all.replace(/<span class="rules">.*?<\/span>/gs, "").replace(/<[^>]*>|&#\d+;/g, " ");
  return { rules: rules.toSorted(), numbers: (words.match(/\d+/g) ?? []).toSorted() };
}

/** All HTML of a book. */
function html(found: Book): string {
  return [
    found.opening,
    found.ours,
    ...found.chapters.map(({ heading }) => heading),
    ...partsOf(found).map((part) => {
      if (part.kind === "text") return part.html;
      if (part.kind === "figure") return part.caption;
      return part.kind === "legend" ? part.entries.map((entry) => entry.html).join(" ") : "";
    }),
  ].join("\n");
}
