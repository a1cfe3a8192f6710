// The Python of the site: what a browser's worker loads, made from the package by the very Python that will run it.
//
//   node build/python/files.mjs LIBRARIES FOLDER
//
// A walk through everything the page may ask shows which modules are needed; those are compiled and put into one file.
// The standard library is cut down to what was loaded on the way.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { loadPyodide } from "pyodide";

const [LIBRARIES, FOLDER] = process.argv.slice(2);
const SOURCE = fileURLToPath(new URL("../../../src/", import.meta.url));
const PYODIDE = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
/** What was compressed before. */
const KEPT = fileURLToPath(new URL("../../.compressed", import.meta.url));
/** Packages that are called otherwise in a browser. */
const STAND_INS = { numpy: "parapegma/browser/small_numpy", msgspec: "parapegma/browser/small_msgspec" };
/** What takes the most memory and time there is never loaded. */
const LEFT_OUT = /^parapegma\/(cli|envs|lab|libraries|page|testing)\//;

function* filesIn(folder) {
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name);
    if (name === "__pycache__" || name.startsWith(".")) continue;
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else yield file;
  }
}

function write(python, path, content) {
  python.FS.mkdirTree(dirname(path));
  python.FS.writeFile(path, content);
}

const python = await loadPyodide({ env: { HOME: "/home", PARAPEGMA_LIBRARIES: "/libraries" } });
for (const file of filesIn(join(SOURCE, "parapegma"))) {
  const name = relative(SOURCE, file).replaceAll("\\", "/");
  if (!LEFT_OUT.test(name) && /\.(py|toml|jsonl)$/.test(name))
    write(python, `/app/${name}`, readFileSync(file));
}
for (const [name, folder] of Object.entries(STAND_INS))
  for (const file of filesIn(join(SOURCE, folder)))
    write(python, `/app/${name}/${relative(join(SOURCE, folder), file)}`, readFileSync(file));
// The sky of a night long ago is reckoned by a package of pure Python.
const ASTRONOMY = process.env.PARAPEGMA_ASTRONOMY;
if (ASTRONOMY)
  for (const name of ["__init__.py", "astronomy.py"])
    write(python, `/app/astronomy/${name}`, readFileSync(join(ASTRONOMY, name)));

const games = readdirSync(LIBRARIES)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5))
  .sort();
const manifests = {};
for (const game of games) {
  const { file, sha256, state, entry_points } = JSON.parse(
    readFileSync(join(LIBRARIES, `${game}.json`), "utf-8"),
  );
  manifests[game] = JSON.stringify({ game, file, sha256, state, entry_points });
  write(python, `/libraries/${game}.json`, manifests[game]);
  write(python, `/libraries/${file}`, readFileSync(join(LIBRARIES, file)));
}

// Networks are large: each is a file of its own that is fetched when a bot wants to ask it.
const networks = {};
for (const game of games) {
  const name = `parapegma/games/${game}/data/network.bin`;
  if (!existsSync(join(SOURCE, name))) continue;
  networks[game] = readFileSync(join(SOURCE, name));
  write(python, `/app/${name}`, networks[game]);
}

write(python, "/build/packing.py", readFileSync(new URL("packing.py", import.meta.url)));
const found = await python.runPythonAsync(`
import sys
sys.path[:0] = ["/app", "/build"]
import packing
await packing.take_tour()
packing.read_networks()
packing.pack()
`);
const packed = found.toJs();

const files = { "app.pack": packed.app, "python_stdlib.zip": packed.library };
const rules = pack(
  games.flatMap((game) => {
    const { file } = JSON.parse(manifests[game]);
    return [
      [`${game}.json`, Buffer.from(manifests[game])],
      [file, readFileSync(join(LIBRARIES, file))],
    ];
  }),
);
files["rules.pack"] = rules;
for (const [game, content] of Object.entries(networks)) files[`${game}.network`] = content;
for (const name of ["pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"])
  files[name] = readFileSync(join(PYODIDE, name));
// Nothing is ever installed in a browser, so its list of packages is empty.
const lock = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf-8"));
files["pyodide-lock.json"] = Buffer.from(JSON.stringify({ info: lock.info, packages: {} }));
const digest = createHash("sha256");
for (const [name, content] of Object.entries(files)) digest.update(name).update(content);
const version = digest.digest("hex").slice(0, 12);
// Files of another version have another address, so a browser may keep them for good.
const folder = `python-${version}`;
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, folder), { recursive: true });
for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(FOLDER, folder, name), content);
  // Here and once, for site and page.
  writeFileSync(join(FOLDER, folder, `${name}.br`), compressed(name, content));
}
// What is worth waiting for; the rest is small.
const LARGE = ["pyodide.asm.wasm", "python_stdlib.zip", "app.pack", "rules.pack"];
const sizes = Object.fromEntries(LARGE.map((name) => [name, files[name].length]));
const known = { folder, version, sizes, networks: Object.keys(networks) };
writeFileSync(join(FOLDER, "python.json"), JSON.stringify(known));
process.exit(0);

/** The largest file is half of a first visit, and another only with another Pyodide: it is worth half a minute, once. */
function compressed(name, content) {
  if (name !== "pyodide.asm.wasm") return brotli(content, 9);
  const print = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const kept = join(KEPT, `${name}-${print}.br`);
  if (!existsSync(kept)) {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(`${kept}.part`, brotli(content, constants.BROTLI_MAX_QUALITY));
    renameSync(`${kept}.part`, kept);
  }
  return readFileSync(kept);
}

function brotli(content, quality) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(content, {
    params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}

/** Several files as one: a line of JSON with names and lengths, and the contents behind it. */
function pack(entries) {
  const head = Buffer.from(JSON.stringify(entries.map(([name, content]) => [name, content.length])) + "\n");
  return Buffer.concat([head, ...entries.map(([, content]) => content)]);
}
