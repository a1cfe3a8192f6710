// The site's own Python under Node, as its workers start it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function startPython(folder) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  const env = { HOME: "/home", PARAPEGMA_LIBRARIES: "/libraries" };
  const python = await loadPyodide({ indexURL: folder, env });
  unpack(python, readFileSync(join(folder, "app.pack")), "/app");
  unpack(python, readFileSync(join(folder, "rules.pack")), "/libraries");
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return python;
}

/** A module that is not among those of the site. */
export function addModule(python, file) {
  python.FS.mkdirTree("/more");
  python.FS.writeFile("/more/" + file.slice(file.lastIndexOf("/") + 1), readFileSync(file));
  python.runPython("import sys; sys.path.insert(0, '/more')");
}

function unpack(python, packed, place) {
  const end = packed.indexOf(10);
  let at = end + 1;
  for (const [file, length] of JSON.parse(packed.subarray(0, end).toString())) {
    const path = `${place}/${file}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, packed.subarray(at, at + length));
    at += length;
  }
}
