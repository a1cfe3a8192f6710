// The last step of a site or page: Python's files, a list of all files with prints, and what hosts send compressed.
//
//   node build/finish.mjs FOLDER [--compress]
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [folder] = process.argv.slice(2);
const python = fileURLToPath(new URL("../.python", import.meta.url));
for (const name of readdirSync(folder))
  if (name.startsWith("python-")) rmSync(join(folder, name), { recursive: true });
if (existsSync(python))
  cpSync(python, folder, { recursive: true, filter: (file) => !file.endsWith("python.json") });
if (!process.argv.includes("--compress")) {
  // A server unpacks for the rare client that reads nothing compressed; an installed package is half as large so.
  for (const name of readdirSync(folder))
    if (name.startsWith("python-")) for (const file of filesIn(join(folder, name))) keepCompressed(file);
  process.exit(0);
}

function keepCompressed(file) {
  if (file.endsWith(".br")) return;
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  rmSync(file);
}

function* filesIn(place) {
  for (const name of readdirSync(place).sort()) {
    const file = join(place, name);
    if (statSync(file).isDirectory()) yield* filesIn(file);
    else yield file;
  }
}

const files = {};
for (const file of filesIn(folder)) {
  if (/\.(br|gz)$/.test(file)) continue;
  const content = readFileSync(file);
  const name = relative(folder, file).replaceAll("\\", "/");
  // Fonts in an older form are for browsers that cannot run the games. Without a net bots do without networks.
  if (!["sw.js", "files.json"].includes(name) && !/\.(woff|network)$/.test(name))
    files[name] = createHash("sha256").update(content).digest("hex").slice(0, 16);
  if (/\.(png|woff2?)$/.test(file)) continue;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_LGWIN]: 24 };
  if (!existsSync(`${file}.br`))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { ...size, [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
writeFileSync(join(folder, "files.json"), JSON.stringify({ files }));
