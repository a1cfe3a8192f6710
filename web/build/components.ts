// The components of a game at build time, out of its own data: what its decks consist of is told from it.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

const NAME = /^virtual:components\/([a-z]+)$/;
const GAMES = fileURLToPath(new URL("../../src/parapegma/games/", import.meta.url));
/** Not what lies in the box: how bots play, and where places lie. */
const OTHERS = ["heuristics.toml", "days.toml", "map.toml"];

/** Makes `virtual:components/GAME` a module with the data of the game's components. */
export function components(): Plugin {
  return {
    name: "components",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    async load(id) {
      const game = NAME.exec(id.replace("\0", ""))?.[1];
      if (!game) return null;
      const folder = `${GAMES}${game}/data`;
      const files = (await readdir(folder)).filter(
        (file) => file.endsWith(".toml") && !OTHERS.includes(file),
      );
      const found: Record<string, unknown> = {};
      for (const file of files) {
        this.addWatchFile(`${folder}/${file}`);
        Object.assign(found, parse(await readFile(`${folder}/${file}`, "utf8")));
      }
      return { code: `export default ${JSON.stringify(found)}`, map: null };
    },
  };
}
