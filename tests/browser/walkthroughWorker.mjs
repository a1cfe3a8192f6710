// In a worker of a browser: takes the walkthrough in the site's own Python, as it comes from the site, and tells what it was told.
self.onmessage = async ({ data: { home, folder, walkthrough, games } }) => {
  const { loadPyodide } = await import(`${home}${folder}/pyodide.mjs`);
  const env = { HOME: "/home", PARAPEGMA_LIBRARIES: "/libraries" };
  const python = await loadPyodide({ indexURL: `${home}${folder}/`, env });
  for (const [name, place] of [["app.pack", "/app"], ["rules.pack", "/libraries"]])
    unpack(python, new Uint8Array(await (await fetch(`${home}${folder}/${name}`)).arrayBuffer()), place);
  python.FS.mkdirTree("/more");
  python.FS.writeFile("/more/walkthrough.py", walkthrough);
  python.globals.set("asked", games);
  const told = await python.runPythonAsync(`
import json, sys
sys.path[:0] = ["/app", "/more"]
from walkthrough import in_the_same_way
json.dumps([await in_the_same_way(*each) for each in json.loads(asked)])
`);
  self.postMessage(told);
};

function unpack(python, packed, place) {
  const end = packed.indexOf(10);
  let at = end + 1;
  for (const [file, length] of JSON.parse(new TextDecoder().decode(packed.subarray(0, end)))) {
    const path = `${place}/${file}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, packed.subarray(at, at + length));
    at += length;
  }
}
