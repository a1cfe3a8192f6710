// What a browser adds to the shuffles, and the check that nothing else was played with.
import { beforeEach, expect, it } from "vitest";
import {
  checkShuffles,
  digest,
  mixedKey,
  newCommitment,
  partFor,
  promiseSeen,
} from "../../src/table/shuffleParts";

const HOST = "00".repeat(16);

beforeEach(() => localStorage.clear());

it("mixes the key as the server does", async () => {
  expect(await mixedKey(HOST, {})).toBe(HOST);
  const parts = [
    { seat: 1, commitment: "", part: "11".repeat(16) },
    { seat: 0, commitment: "", part: "22".repeat(16) },
  ];
  // The same example stands in parapegma/core/shuffle_key.py.
  expect(await mixedKey(HOST, { parts })).toBe("7d68060e1401265cfe2f4d6d40cacb81");
});

it("shows a part only for the host's promise that it was first shown for", async () => {
  const commitment = (await newCommitment())!;
  const part = partFor(commitment, "promised")!;
  expect(await digest(part)).toBe(commitment);
  expect(partFor(commitment, "promised")).toBe(part);
  expect(partFor(commitment, "another")).toBeNull();
  expect(partFor("of another browser", "promised")).toBeNull();
  expect(promiseSeen({ parts: [{ seat: 0, commitment, part }] })).toBe("promised");
});

it("finds every way to deceive", async () => {
  const promise = await digest(HOST);
  const commitment = (await newCommitment())!;
  const part = partFor(commitment, promise)!;
  const shuffle = { parts: [{ seat: 1, commitment, part }] };
  const record = `parapegma record 1\nseed: key:${await mixedKey(HOST, shuffle)}\n`;
  expect(await checkShuffles(HOST, promise, shuffle, record)).toBeNull();
  expect(await checkShuffles("11".repeat(16), promise, shuffle, record)).toBe("promise");
  // The host's promise is another one now than when the part was shown.
  const later = "33".repeat(16);
  expect(await checkShuffles(later, await digest(later), shuffle, record)).toBe("promise");
  const other = { parts: [{ seat: 1, commitment, part: later }] };
  expect(await checkShuffles(HOST, promise, other, record)).toBe("part");
  expect(await checkShuffles(HOST, promise, shuffle, `seed: key:${HOST}`)).toBe("key");
});
