// Plays games with a library of WebAssembly, as tests/helpers/library_games.py does with rules in Python, and
// prints a digest of all that it computed for each setting. What is asked comes as JSON on standard input.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const asked = JSON.parse(readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(asked.file), {});
const { memory, __heap_base: heap, ...rules } = instance.exports;
memory.grow(16);

let free = (heap.value + 63) & ~63;
const room = (bytes) => {
  const begin = free;
  free = (free + bytes + 63) & ~63;
  if (free > memory.buffer.byteLength) throw new Error("the rooms do not fit in memory");
  return begin;
};
const bytes = (begin, length) => new Uint8Array(memory.buffer, begin, length);
const words = (begin, length) => new BigUint64Array(memory.buffer, begin, length);
const fill = (begin, values) => words(begin, values.length).set(values.map((each) => BigInt.asUintN(64, BigInt(each))));

const [state, guess, table] = [room(asked.bytes), room(asked.bytes), room(asked.bytes)];
const [options, key, out, results] = [room(8 * 64), room(16), room(8 * asked.choices), room(64)];
const observation = room(2 * asked.observation);
const { rows, columns, nodes, deepest } = asked.search;
const [weights, settings] = [room(8 * asked.weights.length), room(8 * asked.settings.length)];
const [tree, totals, work, path] = [room(4 * nodes * columns), room(64 * nodes), room(8 * rows * asked.choices), room(8 * deepest)];
const values = room(64);

const pick = (seed, n) => {
  rules.pick(results, seed, BigInt(n));
  return [Number(words(results, 1)[0]), words(results, 2)[1]];
};

function play({ players, options: given, key: words2, steps: detailed }) {
  const digest = createHash("sha256");
  const tell = (begin, length) => digest.update(bytes(begin, length));
  const tellState = (begin) => asked.spans.forEach(([from, to]) => tell(begin + from, to - from));
  const tellNumber = (number) => digest.update(`${number},`);
  bytes(state, asked.bytes).fill(0);
  fill(options, given);
  fill(key, words2);
  if (!detailed) {
    tellNumber(rules.random_games(state, options, given.length, key, 2, out, asked.choices, 7n, 1n, 1));
    tellState(state);
    return digest.digest("hex").slice(0, 16);
  }
  rules.setup(state, options, given.length, key, 2);
  let seed = 1n;
  for (let step = 0; step < detailed && rules.actor(state) >= 0n; step++) {
    const n = Number(rules.legal(state, out, asked.choices));
    tell(out, 8 * n);
    const chosen = pick(seed, n);
    seed = chosen[1];
    const action = words(out, n)[chosen[0]];
    const seat = BigInt(step % players);
    tellNumber(rules.actor(state));
    for (const ask of [rules.scores, rules.ranks]) {
      words(results, players).fill(0n);
      ask(state, results, players);
      tell(results, 8 * players);
    }
    bytes(observation, 2 * asked.observation).fill(0);
    rules.observe(state, seat, observation, asked.observation);
    tell(observation, 2 * asked.observation);
    bytes(guess, asked.bytes).set(bytes(state, asked.bytes));
    fill(key, [seed, 5]);
    rules.determinize(guess, seat, key, 2);
    tellState(guess);
    if (step % 20 === 10) {
      [tree, totals, work, path, values].forEach((begin, i) => bytes(begin, [4 * nodes * columns, 8 * nodes * players, 8 * rows * asked.choices, 8 * deepest, 8 * players][i]).fill(0));
      fill(weights, asked.weights);
      new Float64Array(memory.buffer, settings, asked.settings.length).set(asked.settings);
      fill(key, [3, 4]);
      rules.tree_grow(
        results, guess, table, tree, nodes, columns, totals, nodes, players, weights, asked.weights.length,
        settings, asked.settings.length, seat, key, 2, seed, work, rows, asked.choices, path, deepest,
        values, players, 1n, BigInt(nodes - 2),
      );
      tellNumber(words(results, 1)[0]);
      tellNumber(words(results, 2)[1]);
      tell(tree, 4 * nodes * columns);
      tell(totals, 8 * nodes * players);
    }
    rules.apply(state, BigInt.asIntN(64, action));
  }
  tellState(state);
  tellNumber(rules.broken(state));
  return digest.digest("hex").slice(0, 16);
}

console.log(JSON.stringify(asked.plays.map(play)));
