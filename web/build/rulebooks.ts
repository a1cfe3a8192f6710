// Rulebooks at build time: Markdown becomes HTML with a list of its headings, so that browsers need no parser. Figures,
// legends and the contents of decks stay names: the page draws them with the components of the game.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import { linked } from "./ruleMarks.ts";

/** A piece of a chapter. */
export type Part =
  | { kind: "text"; html: string }
  /** A position drawn by the board of the game, and what it shows. */
  | { kind: "figure"; name: string; caption: string }
  /** Icons, each with what it means. */
  | { kind: "legend"; entries: { icon: string; html: string }[] }
  /** What a deck consists of, from the data of the game. */
  | { kind: "deck"; name: string };

export interface Chapter {
  heading: string;
  /** Its place in the address. */
  id: string;
  parts: Part[];
}

export interface Book {
  title: string;
  opening: string;
  /** What is reconstructed, in a sentence or two that stand on every page. */
  ours: string;
  chapters: Chapter[];
}

const REFERENCES = fileURLToPath(new URL("../../docs/rules/", import.meta.url));
const REFERENCE = /^virtual:reference\/([a-z]+)$/;

/**
 * Makes `rulebooks/GAME.LANGUAGE.md` and the summaries `rulebooks/summaries/GAME.LANGUAGE.md` modules with a book, and
 * `virtual:reference/GAME` a module with the numbered rules of docs/rules.
 */
export function rulebooks(): Plugin {
  return {
    name: "rulebooks",
    enforce: "pre",
    resolveId: (id) => (REFERENCE.test(id) ? `\0${id}` : null),
    async load(id) {
      const game = REFERENCE.exec(id.replace("\0", ""))?.[1];
      const file = game ? `${REFERENCES}${game}.md` : id;
      if (!game && !/\/rulebooks\/(summaries\/)?[a-z]+\.[a-z]+\.md$/.test(id)) return null;
      this.addWatchFile(file);
      const text = await readFile(file, "utf8");
      const found = game ? reference(text, game) : book(text, /([a-z]+)\.[a-z]+\.md$/.exec(id)![1]!);
      return { code: `export default ${JSON.stringify(found)}`, moduleType: "js", map: null };
    },
  };
}

/** A book taken apart at its headings of the second level. */
export function book(text: string, game: string): Book {
  const [head = "", ...chapters] = text.split(/^## /m);
  const title = /^# (.*)$/m.exec(head)?.[1] ?? "";
  const ours = /^> (.*)$/m.exec(head)?.[1] ?? "";
  const opening = head.replace(/^# .*$/m, "").replace(/^> .*$/m, "");
  return {
    title,
    opening: html(opening, game),
    ours: inline(ours, game),
    chapters: chapters.map((chapter) => {
      const [heading = "", ...rest] = chapter.split("\n");
      return { heading: heading.trim(), id: slug(heading), parts: parts(rest.join("\n"), game) };
    }),
  };
}

/** A heading as a place in an address: small letters without accents, and hyphens. */
export function slug(heading: string): string {
  const plain = heading.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

function parts(text: string, game: string): Part[] {
  const found: Part[] = [];
  let run: Token[] = [];
  const close = (): void => {
    if (run.some((token) => token.type !== "space"))
      found.push({ kind: "text", html: html(run.map((token) => token.raw).join(""), game) });
    run = [];
  };
  for (const token of marked.lexer(text)) {
    const special = partOf(token, game);
    if (!special) run.push(token);
    else {
      close();
      found.push(special);
    }
  }
  close();
  return found;
}

/** What the page draws in the place of this piece of Markdown; null for text. */
function partOf(token: Token, game: string): Part | null {
  if (token.type === "paragraph") {
    const [image, ...more] = token.tokens ?? [];
    if (image?.type !== "image" || more.length) return null;
    const [kind, name = ""] = String(image.href).split(":");
    if (kind === "figure") return { kind, name, caption: inline(String(image.text), game) };
    return kind === "deck" ? { kind, name } : null;
  }
  if (token.type !== "list") return null;
  const items: Tokens.ListItem[] = token.items;
  const icons = items.map((item) => /^!\[\]\(icon:([\w./-]+)\)\s*/.exec(item.text));
  if (!icons.every(Boolean)) return null;
  return {
    kind: "legend",
    entries: items.map((item, n) => ({
      icon: icons[n]![1]!,
      html: inline(item.text.slice(icons[n]![0].length), game),
    })),
  };
}

function html(text: string, game: string): string {
  return dressed(marked.parse(text, { async: false }), game);
}

function inline(text: string, game: string): string {
  return dressed(marked.parseInline(text, { async: false }), game);
}

/**
 * Numbers of rules are links; what is our own has a mark; tables can be scrolled where they are too wide. A head of a
 * column or row without words is a plain cell: there is nothing to announce.
 */
function dressed(text: string, game: string): string {
  return linked(text, `/rules/${game}/reference`)
    .replaceAll("◊", '<span class="ours">◊</span>')
    .replace(/<th((?: [^>]*)?)>\s*<\/th>/g, "<td$1></td>")
    .replace(/<table>/g, '<div class="wide" tabindex="0"><table>')
    .replace(/<\/table>/g, "</table></div>");
}

/** The numbered rules and rulings of a rule page, each with its number as its place. */
export function reference(text: string, game: string): Book {
  const kept = text.split(/^## /m).filter((chapter) => /^[234]\. /.test(chapter));
  const chapters = kept.map((chapter) => {
    const [heading = "", ...rest] = chapter.split("\n");
    const name = heading.replace(/^\d+\. /, "").trim();
    const body = marked.parse(rest.join("\n").replace(/^-{3,}$/gm, ""), { async: false });
    return {
      heading: name,
      id: slug(name),
      parts: [{ kind: "text" as const, html: dressed(numbered(body), game) }],
    };
  });
  return { title: "", opening: "", ours: "", chapters };
}

/** Rules and rulings can be linked to: `<li><strong>OP-2.1</strong>`, `<td>PT-2.1</td>`, and headings `PT-4 ...`. */
function numbered(text: string): string {
  return text
    .replace(/<(li|p|td)>(<strong>)?((?:[A-Z]{2}|RU?)-\d+(?:\.\d+)?)(?=<|\s)/g, '<$1 id="$3">$2$3')
    .replace(/<h3>([A-Z]{2}-\d+) /g, '<h3 id="$1">$1 ');
}
