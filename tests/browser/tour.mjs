// node tour.mjs FOLDER TOUR.py GAMES: takes the tour in the site's own Python and prints what it was told, as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, tour, games] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home", PARAPEGMA_LIBRARIES: "/libraries" } });

function unpack(name, place) {
  const packed = readFileSync(join(folder, name));
  const end = packed.indexOf(10);
  let at = end + 1;
  for (const [file, length] of JSON.parse(packed.subarray(0, end).toString())) {
    const path = `${place}/${file}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, packed.subarray(at, at + length));
    at += length;
  }
}

unpack("app.pack", "/app");
unpack("rules.pack", "/libraries");
python.FS.mkdirTree("/tour");
python.FS.writeFile("/tour/tour.py", readFileSync(tour));
python.globals.set("asked", games);
const told = await python.runPythonAsync(`
import json, sys
sys.path[:0] = ["/app", "/tour"]
from tour import in_the_same_way
json.dumps([await in_the_same_way(*each) for each in json.loads(asked)])
`);
console.log(told);
process.exit(0);
