// node call.mjs FOLDER MODULE.py FUNCTION: calls a function in the site's own Python and prints its answer as JSON.
import { basename } from "node:path";
import { addModule, startPython } from "./python.mjs";

const [folder, file, name] = process.argv.slice(2);
const python = await startPython(folder);
addModule(python, file);
console.log(python.runPython(`import json, ${basename(file, ".py")} as module; json.dumps(module.${name}())`));
process.exit(0);
