// Starts Python in a worker: its files are fetched once and kept, and so is the memory of a finished start.
/// <reference lib="webworker" />
import { parsed } from "../api/json";
import type { PyodideAPI } from "pyodide";
import { PYTHON } from "../connection/site";
import type { FailedStart } from "./messages";

export const CACHE = "parapegma-python";

/** What its types do not tell: the memory of a start that was made to be kept. */
export type Python = PyodideAPI & { makeMemorySnapshot(): Uint8Array };

export class CannotStart extends Error {
  constructor(
    readonly reason: FailedStart,
    detail: string,
  ) {
    super(detail);
  }
}

interface Options {
  /** Told how many bytes have come, of how many. */
  progress?: (loaded: number, whole: number) => void;
  /** Make a start of which the memory can be kept. */
  toKeep?: boolean;
}

interface Start {
  python: Python;
  /** Whether the start was quick because an earlier one was kept. */
  kept: boolean;
  version: string;
}

/** Python with all games loaded; from a start that was kept if there is one, and from the beginning if that fails. */
export async function startPython(home: string, options: Options = {}): Promise<Start> {
  if (!canRun()) throw new CannotStart("old-browser", "WebAssembly is missing or too old");
  if (!PYTHON) throw new CannotStart("missing-file", "this page was built without Python");
  const folder = new URL(`${PYTHON.folder}/`, home).href;
  const { version, sizes } = PYTHON;
  const keptBefore = options.toKeep ? undefined : await keptStart(version);
  if (keptBefore) {
    try {
      // Read while the program that goes on from it is fetched.
      return { python: await begin(folder, { snapshot: keptBefore.arrayBuffer() }), kept: true, version };
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      // A start that does not come back is of no use to anyone.
      console.warn("A kept start could not be used:", error);
      await forgetStarts();
    }
  }
  if (options.progress) countBytes(folder, sizes, options.progress);
  return { python: await begin(folder, { toKeep: options.toKeep }), kept: false, version };
}

interface Beginning {
  snapshot?: Promise<ArrayBuffer> | undefined;
  toKeep?: boolean | undefined;
}

async function begin(folder: string, { snapshot, toKeep }: Beginning): Promise<Python> {
  const packs = Promise.all(
    ["app.pack", "rules.pack"].map((name) => found(fetch(folder + name)).then(bytesOf)),
  );
  // They would be reported as unhandled where Python itself fails first.
  packs.catch(() => undefined);
  snapshot?.catch(() => undefined);
  const missing = watchFiles(folder);
  const starting = startPyodide(folder, {
    ...(snapshot ? { _loadSnapshot: snapshot } : {}),
    ...(toKeep ? { _makeSnapshot: true } : {}),
  });
  starting.catch(() => undefined);
  const python = await Promise.race([starting, missing]);
  const [app, rules] = await packs;
  unpack(python, app!, "/app");
  unpack(python, rules!, "/libraries");
  if (!snapshot)
    python.runPython(
      "import sys; sys.path.insert(0, '/app')\nimport parapegma.local.in_worker as entry; entry.load()",
    );
  return python;
}

async function startPyodide(folder: string, more: object): Promise<Python> {
  try {
    const { loadPyodide } = await import(/* @vite-ignore */ `${folder}pyodide.mjs`);
    return await loadPyodide({
      indexURL: folder,
      env: { HOME: "/home", PARAPEGMA_LIBRARIES: "/libraries" },
      ...more,
    });
  } catch (error) {
    if ("_loadSnapshot" in more) throw error;
    throw new CannotStart("missing-file", String(error));
  }
}

/** Keep a start whose memory can be kept, for the next visit. */
export async function keepStart(python: Python, version: string): Promise<void> {
  const memory = python.makeMemorySnapshot();
  await forgetStarts();
  const cache = await caches.open(CACHE);
  await cache.put(`start-${version}`, new Response(memory.slice().buffer));
}

/** The memory of a kept start, on its way, if there is one. */
async function keptStart(version: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CACHE)).match(`start-${version}`);
  } catch {
    return undefined;
  }
}

async function forgetStarts(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.includes("/start-")) await cache.delete(request);
}

/** Whether there is a kept start of this version. */
export async function hasKeptStart(version: string): Promise<boolean> {
  return !!(await (await caches.open(CACHE)).match(`start-${version}`));
}

/**
 * Whether this browser understands what Python and the rules are compiled to: a module that fills memory at once, and
 * catches what another throws. Of all they use that came last: Chrome 95, Firefox 100, Safari 15.2. Workers that are
 * modules came to Firefox with 114, channels between tabs to Safari with 15.4.
 */
function canRun(): boolean {
  const probe = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1, 13, 3, 1, 0, 0, 10, 18, 1, 16,
    0, 6, 64, 65, 0, 65, 0, 65, 0, 252, 11, 0, 7, 0, 11, 11,
  ]);
  try {
    return (
      typeof BigInt64Array === "function" &&
      typeof BroadcastChannel === "function" &&
      WebAssembly.validate(probe)
    );
  } catch {
    return false;
  }
}

/** Files that were packed into one: a line of JSON with names and lengths, and the contents behind it. */
function unpack(python: Python, packed: Uint8Array, folder: string): void {
  const end = packed.indexOf(10);
  const entries = parsed<[string, number][]>(new TextDecoder().decode(packed.subarray(0, end)));
  let at = end + 1;
  for (const [name, length] of entries) {
    const path = `${folder}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, packed.subarray(at, at + length), { canOwn: true });
    at += length;
  }
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  return new Uint8Array(await answer.arrayBuffer());
}

/** A file of ours that must be there. */
async function found(asked: Promise<Response>): Promise<Response> {
  let answer: Response;
  try {
    answer = await asked;
  } catch (error) {
    throw new CannotStart("missing-file", String(error));
  }
  if (!answer.ok) throw new CannotStart("missing-file", `${answer.url}: ${answer.status}`);
  return answer;
}

/** Fails as soon as one of Python's files cannot be had: Python itself would wait for it for ever. */
function watchFiles(folder: string): Promise<never> {
  const plain = self.fetch.bind(self);
  return new Promise((_, reject) => {
    self.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const asked = plain(input, init);
      if (address.startsWith(folder)) found(asked).catch(reject);
      return asked;
    };
  });
}

/** From now on count what comes of Python's files. Only of a first start: of plain answers browsers keep what they compiled. */
function countBytes(
  folder: string,
  sizes: Record<string, number>,
  progress: (loaded: number, whole: number) => void,
): void {
  const plain = self.fetch.bind(self);
  const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  self.fetch = async (input, init) => {
    const answer = await plain(input, init);
    const address = input instanceof Request ? input.url : String(input);
    if (!address.startsWith(folder) || !answer.ok || !answer.body) return answer;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          loaded += part.length;
          progress(Math.min(loaded, whole), whole);
          controller.enqueue(part);
        },
      }),
    );
    const type = answer.headers.get("content-type") ?? "application/octet-stream";
    return new Response(counted, { headers: { "content-type": type } });
  };
}
