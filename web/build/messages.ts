// The catalogue at build time: messages/AREA.json holds all languages side by side; a page loads one of them.
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

type Entry = Record<string, string>;

/** Makes `messages/AREA.json?lang=it` a module with the Italian words of that area. */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    async load(id) {
      const found = /^(.*\/messages\/[a-z-]+\.json)\?lang=(\w+)$/.exec(id);
      if (!found) return null;
      const [, file, language] = found as unknown as [string, string, string];
      this.addWatchFile(file);
      const catalogue = JSON.parse(await readFile(file, "utf8")) as Record<string, Entry>;
      const chosen = Object.fromEntries(
        Object.entries(catalogue).map(([key, entry]) => [
          key,
          entry[language] ?? this.error(missing(file, key, language)),
        ]),
      );
      return { code: `export default ${JSON.stringify(chosen)}`, moduleType: "js", map: null };
    },
  };
}

function missing(file: string, key: string, language: string): string {
  return `${file}: "${key}" has no words in "${language}"`;
}
