// The map of Ulysses at build time, out of the game's own data: for the picture on the home page, where no table is.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

const NAME = "virtual:sea-map";
const FILE = fileURLToPath(new URL("../../src/parapegma/games/ulysses/data/map.toml", import.meta.url));

/** Makes `virtual:sea-map` a module with places and routes. */
export function seaMap(): Plugin {
  return {
    name: "sea-map",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(FILE);
      const data = parse(await readFile(FILE, "utf8"));
      const tables = (name: string): object[] => {
        const found = data[name];
        const all = Array.isArray(found) ? found.map(Object) : [];
        return all.length ? all : this.error(`${FILE} has no ${name}`);
      };
      const places = tables("places").map((place) => ({ colour: null, ...place, neighbours: [] }));
      const routes = tables("routes").map((route) => ({ via: [], overland: false, ...route }));
      return {
        code: `export const places = ${JSON.stringify(places)};\nexport const routes = ${JSON.stringify(routes)};`,
        map: null,
      };
    },
  };
}
