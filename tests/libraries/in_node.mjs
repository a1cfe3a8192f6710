// Plays games with a library in Node: what is asked comes as JSON on standard input, the digests go out as JSON.

import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { digests } from "./games.mjs";

const { file, ...asked } = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await digests(asked, readFileSync(file))));
