// Workers in which bots think: whoever fails or falls silent is replaced, and no question stays without an answer.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromThinker, ToThinker } from "../../src/local/messages";
import { Thinkers } from "../../src/local/thinkers";

/** Stands for a worker: does what a test wants. */
class SilentWorker {
  static made: SilentWorker[] = [];
  onmessage: ((event: { data: FromThinker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  asked: { id: number; question: string }[] = [];
  ended = false;

  constructor() {
    SilentWorker.made.push(this);
  }

  postMessage(message: ToThinker): void {
    if (message.type === "think") this.asked.push(message);
  }

  say(message: FromThinker): void {
    this.onmessage?.({ data: message });
  }

  /** Answer the question that was asked last. */
  answer(answer: string): void {
    this.say({ type: "thought", id: this.asked.at(-1)!.id, answer });
  }

  terminate(): void {
    this.ended = true;
  }
}

let thinkers: Thinkers;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("Worker", SilentWorker);
  SilentWorker.made = [];
  thinkers = new Thinkers("http://here/", (question) => `own ${question}`);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Whether something is answered by now. */
async function answered(answer: Promise<string>): Promise<boolean> {
  await Promise.resolve();
  return Promise.race([answer.then(() => true), Promise.resolve().then(() => false)]);
}

test("a worker that has not started yet is waited for", async () => {
  const answer = thinkers.answer('["q"]');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answered(answer)).toBe(false);
  const [worker] = SilentWorker.made;
  worker!.say({ type: "ready" });
  worker!.answer("a");
  expect(await answer).toBe('["a"]');
});

test("each question of a list has a worker, the same for the next list", async () => {
  for (const round of ["first", "second"]) {
    const answer = thinkers.answer(`["${round} one", "${round} other"]`);
    expect(SilentWorker.made.length).toBe(2);
    SilentWorker.made.forEach((worker) => worker.answer(`to ${worker.asked.at(-1)!.question}`));
    expect(await answer).toBe(`["to ${round} one","to ${round} other"]`);
  }
});

test("a worker can be started before it is asked", () => {
  thinkers.prepare();
  thinkers.prepare();
  expect(SilentWorker.made.length).toBe(1);
});

test("what a worker that failed was asked is asked of another", async () => {
  const answers = [thinkers.answer('["q"]'), thinkers.answer('["r"]')];
  SilentWorker.made[0]!.say({ type: "failed", detail: "out of memory" });
  const [first, second] = SilentWorker.made;
  expect(first!.ended).toBe(true);
  expect(second!.asked.map(({ question }) => question)).toEqual(["q", "r"]);
  for (const { id, question } of second!.asked)
    second!.say({ type: "thought", id, answer: `to ${question}` });
  expect(await Promise.all(answers)).toEqual(['["to q"]', '["to r"]']);
});

test("a worker that falls silent is replaced", async () => {
  const answer = thinkers.answer('["q"]');
  await vi.advanceTimersByTimeAsync(200_000);
  const [first, second] = SilentWorker.made;
  expect(first!.ended).toBe(true);
  second!.answer("a");
  expect(await answer).toBe('["a"]');
});

test("a worker that answered in time is kept", async () => {
  const answer = thinkers.answer('["q"]');
  SilentWorker.made[0]!.answer("a");
  await answer;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(SilentWorker.made[0]!.ended).toBe(false);
});

test("what two workers have failed to answer is told, and the next question is asked of a third", async () => {
  const answer = thinkers.answer('["q"]');
  const told = expect(answer).rejects.toThrow("no such bot");
  for (const place of [0, 1]) SilentWorker.made[place]!.say({ type: "failed", detail: "no such bot" });
  await told;
  const next = thinkers.answer('["r"]');
  SilentWorker.made[2]!.answer("a");
  expect(await next).toBe('["a"]');
});

test("where every worker fails, the worker of the tables thinks", async () => {
  const answer = thinkers.answer('["q", "r"]');
  for (let place = 0; place < SilentWorker.made.length; place++)
    SilentWorker.made[place]!.onerror!({ message: "cannot be loaded" });
  expect(await answer).toBe('["own q","own r"]');
  const before = SilentWorker.made.length;
  expect(await thinkers.answer('["s"]')).toBe('["own s"]');
  expect(SilentWorker.made.length).toBe(before);
});

test("where a browser gives no workers, the worker of the tables thinks", async () => {
  vi.stubGlobal(
    "Worker",
    class {
      constructor() {
        throw new DOMException("no", "SecurityError");
      }
    },
  );
  expect(await thinkers.answer('["q"]')).toBe('["own q"]');
});

test("one core is left to the page, and a machine with little memory has one worker", () => {
  vi.stubGlobal("navigator", { hardwareConcurrency: 8 });
  expect(thinkers.room).toBe(2);
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  expect(thinkers.room).toBe(1);
  vi.stubGlobal("navigator", { hardwareConcurrency: 1 });
  expect(thinkers.room).toBe(1);
  vi.stubGlobal("navigator", { hardwareConcurrency: 8, deviceMemory: 2 });
  expect(thinkers.room).toBe(1);
});
