// node tour.mjs FOLDER TOUR.py GAMES: takes the tour in the site's own Python and prints what it was told, as JSON.
import { addModule, startPython } from "./python.mjs";

const [folder, tour, games] = process.argv.slice(2);
const python = await startPython(folder);
addModule(python, tour);
python.globals.set("asked", games);
const told = await python.runPythonAsync(`
import json
from tour import in_the_same_way
json.dumps([await in_the_same_way(*each) for each in json.loads(asked)])
`);
console.log(told);
process.exit(0);
