// Messages at build time: every language becomes modules of compiled messages, of which a page loads one language.
import type { Plugin } from "vite";
import { compile, readArea } from "./catalogue.ts";

/** Makes `messages/AREA.json?lang=it` a module with the compiled Italian messages of that area. */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    load(id) {
      const found = /^(.*\/messages\/[a-z-]+\.json)\?lang=(\w+)$/.exec(id);
      const [, file, language] = found ?? [];
      if (!file || !language) return null;
      this.addWatchFile(file);
      const compiled = Object.entries(readArea(file)).map(([key, translations]) => {
        const text = translations[language];
        return [key, compile(text ?? this.error(`${file}: "${key}" has no words in "${language}"`))];
      });
      return {
        code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`,
        moduleType: "js",
        map: null,
      };
    },
  };
}
