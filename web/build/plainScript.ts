// Scripts that browsers run as plain scripts, not as modules: such a script can import nothing.
import type { Plugin } from "vite";

/** Fails the build where the entry of this name shares code with another, which the bundler would have it import. */
export function plainScript(entry: string): Plugin {
  return {
    name: "plain-script",
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === "chunk" && file.name === entry && file.imports.length + file.exports.length)
          this.error(`${file.fileName} is a plain script and imports ${file.imports.join(", ")}`);
    },
  };
}
