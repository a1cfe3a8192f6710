// Rulebooks at build time: Markdown becomes HTML with a list of its headings, so that browsers need no parser.
import { readFile } from "node:fs/promises";
import { marked } from "marked";
import type { Plugin } from "vite";

/** Makes `rulebooks/GAME.LANGUAGE.md` a module with the book's title, its chapters and their HTML. */
export function rulebooks(): Plugin {
  return {
    name: "rulebooks",
    enforce: "pre",
    async load(id) {
      if (!/\/rulebooks\/[a-z]+\.[a-z]+\.md$/.test(id)) return null;
      this.addWatchFile(id);
      return {
        code: `export default ${JSON.stringify(book(await readFile(id, "utf8")))}`,
        moduleType: "js",
        map: null,
      };
    },
  };
}

/** A book taken apart at its headings of the second level. */
function book(text: string) {
  const [head = "", ...chapters] = text.split(/^## /m);
  const title = /^# (.*)$/m.exec(head)?.[1] ?? "";
  return {
    title,
    opening: html(head.replace(/^# .*$/m, "")),
    chapters: chapters.map((chapter) => {
      const [heading = "", ...rest] = chapter.split("\n");
      return { heading: heading.trim(), html: html(rest.join("\n")) };
    }),
  };
}

function html(text: string): string {
  // Numbers of rules stand back behind the sentence they belong to.
  const marks = /\(((?:PT|PR|UL|OP)-[\d.]+(?:(?:, | to )(?:PT|PR|UL|OP)-[\d.]+)*)\)/g;
  return marked.parse(text, { async: false }).replace(marks, '<span class="rule">$1</span>');
}
