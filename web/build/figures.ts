// The figures of the rulebooks at build time: what `python -m parapegma.server.figures` made of their positions.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const NAME = /^virtual:figures\/([a-z]+)$/;
const FILE = fileURLToPath(new URL("../figures.json", import.meta.url));

/** Makes `virtual:figures/GAME` a module with the figures of a game by name. */
export function figures(): Plugin {
  return {
    name: "figures",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    async load(id) {
      const game = NAME.exec(id.replace("\0", ""))?.[1];
      if (!game) return null;
      this.addWatchFile(FILE);
      const all = JSON.parse(await readFile(FILE, "utf8")) as Record<string, unknown>;
      const found = JSON.stringify(JSON.stringify(all[game] ?? {}));
      // Browsers read JSON faster than script.
      return { code: `export default JSON.parse(${found})`, map: null };
    },
  };
}
