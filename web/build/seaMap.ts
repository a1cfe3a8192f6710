// The map of Ulysses at build time, out of the game's own data: for the picture on the home page, where no table is.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
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
      const [, ...parts] = (await readFile(FILE, "utf8")).split(/^\[\[/m);
      const read = (kind: string) => parts.filter((part) => part.startsWith(`${kind}]]`)).map(table);
      const places = read("places").map((place) => ({ colour: null, ...place, neighbours: [] }));
      const routes = read("routes").map((route) => ({ via: [], overland: false, ...route }));
      if (!places.length || !routes.length) this.error(`${FILE} has no places or no routes`);
      return {
        code: `export const places = ${JSON.stringify(places)};\nexport const routes = ${JSON.stringify(routes)};`,
        map: null,
      };
    },
  };
}

/** The lines `key = value` of a table; the values of this file are written as in JSON. */
function table(text: string): Record<string, unknown> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key!, JSON.parse(value!) as unknown]),
  );
}
