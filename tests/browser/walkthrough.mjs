// node walkthrough.mjs FOLDER WALKTHROUGH.py GAMES: takes the walkthrough in the site's own Python and prints what it was told, as JSON.
import { addModule, startPython } from "./python.mjs";

const [folder, walkthrough, games] = process.argv.slice(2);
const python = await startPython(folder);
addModule(python, walkthrough);
python.globals.set("asked", games);
const told = await python.runPythonAsync(`
import json
from walkthrough import in_the_same_way
json.dumps([await in_the_same_way(*each) for each in json.loads(asked)])
`);
console.log(told);
process.exit(0);
