// Plays random games with a library of WebAssembly and prints the number of decisions and the last state.

import { readFileSync } from "node:fs";

const asked = JSON.parse(process.argv[2]);
const { instance } = await WebAssembly.instantiate(readFileSync(asked.file), {});
const { memory, __heap_base: heap, random_games: randomGames } = instance.exports;
memory.grow(4);

let free = (heap.value + 63) & ~63;
const room = (bytes) => {
  const begin = free;
  free = (free + bytes + 63) & ~63;
  return begin;
};
const words = (values) => {
  const begin = room(8 * values.length);
  new BigUint64Array(memory.buffer, begin, values.length).set(values.map((each) => BigInt.asUintN(64, BigInt(each))));
  return begin;
};

const state = room(asked.bytes);
const [options, key, out] = [words(asked.options), words(asked.key), room(8 * asked.choices)];
const steps = randomGames(
  state, options, asked.options.length, key, asked.key.length, out, asked.choices,
  BigInt(asked.seed), BigInt(asked.games), 1,
);
const hex = Buffer.from(new Uint8Array(memory.buffer, state, asked.bytes)).toString("hex");
console.log(JSON.stringify({ steps: String(steps), state: hex }));
