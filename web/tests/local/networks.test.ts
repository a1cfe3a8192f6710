// Networks that bots ask are fetched once, when they are first wanted; bots do without what cannot be had.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Networks } from "../../src/local/networks";

const FILES = { folder: "python-1", version: "1", sizes: {}, networks: ["ulysses"] };
const written = new Map<string, Uint8Array>();
const fetched: string[] = [];
let answers: () => Response;
let networks: Networks;

beforeEach(() => {
  written.clear();
  fetched.length = 0;
  answers = () => new Response(new Uint8Array([1, 2, 3]));
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (address: string) => {
    fetched.push(address);
    return answers();
  });
  const FS = {
    mkdirTree: () => undefined,
    writeFile: (path: string, content: Uint8Array) => void written.set(path, content),
  };
  networks = new Networks("http://here/", { FS } as never, FILES);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a network is fetched once and put where its game looks for it", async () => {
  await Promise.all([networks.fetched("ulysses"), networks.fetched("ulysses")]);
  await networks.fetched("ulysses");
  expect(fetched).toEqual(["http://here/python-1/ulysses.network"]);
  expect(written.get("/app/parapegma/games/ulysses/data/network.bin")).toEqual(new Uint8Array([1, 2, 3]));
});

test("nothing is fetched for a game without a network", async () => {
  await networks.fetched("pacal");
  expect(fetched).toEqual([]);
});

test("without a net nothing is written, and it is asked for again with the next question", async () => {
  answers = () => new Response("", { status: 504 });
  await networks.fetched("ulysses");
  expect(written.size).toBe(0);
  answers = () => new Response(new Uint8Array([4]));
  await networks.fetched("ulysses");
  expect(written.size).toBe(1);
});
