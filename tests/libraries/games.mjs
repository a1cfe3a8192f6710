// Plays games with a library of WebAssembly, as tests/helpers/library_games.py does with rules in Python, and
// gives a digest of all that it computed for each setting. The same file runs in Node and in browsers.

const PAGE = 65536;
const HEAP = 1 << 20;
const MEMORY = 1 << 24;

export async function digests(asked, code) {
  // A side module, as the site loads it: its data lies at the beginning of the memory, the stack above it.
  const memory = new WebAssembly.Memory({ initial: MEMORY / PAGE });
  const at = (value, mutable = false) => new WebAssembly.Global({ value: "i32", mutable }, value);
  const env = { memory, __memory_base: at(64), __table_base: at(0), __stack_pointer: at(HEAP, true) };
  const { instance } = await WebAssembly.instantiate(code, { env });
  const rules = instance.exports;

  let free = HEAP;
  const room = (bytes) => {
    const begin = free;
    free = (free + bytes + 63) & ~63;
    if (free > memory.buffer.byteLength) throw new Error("the rooms do not fit in memory");
    return begin;
  };
  const bytes = (begin, length) => new Uint8Array(memory.buffer, begin, length);
  const words = (begin, length) => new BigUint64Array(memory.buffer, begin, length);
  const fill = (begin, values) =>
    words(begin, values.length).set(values.map((each) => BigInt.asUintN(64, BigInt(each))));

  const [state, guess, table] = [room(asked.bytes), room(asked.bytes), room(asked.bytes)];
  const [options, key, out, results] = [room(8 * 64), room(16), room(8 * asked.choices), room(64)];
  const observation = room(2 * asked.observation);
  const { rows, columns, nodes, deepest, iterations } = asked.search;
  const weights = room(8 * asked.weights.length);
  const [tree, totals, work, path] = [
    room(4 * nodes * columns),
    room(64 * nodes),
    room(8 * rows * asked.choices),
    room(8 * deepest),
  ];
  const values = room(128);
  const ARRAYS = { int16: Int16Array, int32: Int32Array };
  const searches = asked.searches.map(({ settings, network }) => ({
    settings,
    at: room(8 * settings.length),
    // Each array of the network as it is handed over: its address and its lengths.
    network: network.flatMap(([kind, shape, numbers]) => {
      const content = ARRAYS[kind].from(numbers);
      const begin = room(content.byteLength);
      bytes(begin, content.byteLength).set(new Uint8Array(content.buffer));
      return [begin, ...shape];
    }),
  }));

  const pick = (seed, n) => {
    rules.pick(results, seed, BigInt(n));
    return [Number(words(results, 1)[0]), words(results, 2)[1]];
  };

  async function play({ players, options: given, key: words2, steps: detailed }) {
    const told = [];
    const tell = (begin, length) => told.push(bytes(begin, length).slice());
    const tellState = (begin) => asked.spans.forEach(([from, to]) => tell(begin + from, to - from));
    const tellNumber = (number) => told.push(new TextEncoder().encode(`${number},`));
    bytes(state, asked.bytes).fill(0);
    fill(options, given);
    fill(key, words2);
    if (!detailed) {
      tellNumber(rules.random_games(state, options, given.length, key, 2, out, asked.choices, 7n, 1n, 1));
      tellState(state);
      return sha256(told);
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
        for (const { settings, at, network } of searches) {
          const sizes = [4 * nodes * columns, 8 * nodes * players, 8 * rows * asked.choices];
          sizes.push(8 * deepest, 16 * players);
          [tree, totals, work, path, values].forEach((begin, i) => bytes(begin, sizes[i]).fill(0));
          fill(weights, asked.weights);
          new Float64Array(memory.buffer, at, settings.length).set(settings);
          fill(key, [3, 4]);
          const known = [guess, table, tree, nodes, columns, totals, nodes, players];
          const weighed = [weights, asked.weights.length, at, settings.length];
          const rooms = [work, rows, asked.choices, path, deepest, values, 2 * players];
          const counts = [1n, BigInt(iterations)];
          rules.tree_grow(results, ...known, ...weighed, seat, key, 2, seed, ...rooms, ...network, ...counts);
          tellNumber(words(results, 1)[0]);
          tellNumber(words(results, 2)[1]);
          tell(tree, 4 * nodes * columns);
          tell(totals, 8 * nodes * players);
        }
      }
      rules.apply(state, BigInt.asIntN(64, action));
    }
    tellState(state);
    tellNumber(rules.broken(state));
    return sha256(told);
  }

  const found = [];
  for (const each of asked.plays) found.push(await play(each));
  return found;
}

/** The first 16 digits of the digest of all pieces in a row. */
async function sha256(pieces) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(pieces).arrayBuffer()));
  return [...digest.subarray(0, 8)].map((each) => each.toString(16).padStart(2, "0")).join("");
}
