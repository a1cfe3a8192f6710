// The queue of updates: decisions of others stay a moment, many at once are caught up with.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Update } from "../../src/api/types";
import { UpdateQueue } from "../../src/table/updateQueue";
import { update } from "../helpers/examples";

const LASTING = 500;
let shown: { number: number; still: boolean }[];
let queue: UpdateQueue;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  queue = new UpdateQueue({
    show: ({ number }: Update, still) => shown.push({ number, still }),
    lasting: () => LASTING,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the queue of updates", () => {
  it("shows the first update at once, and the next when the first has been seen", () => {
    queue.push(update(1));
    queue.push(update(2));
    expect(shown).toEqual([{ number: 1, still: false }]);
    expect(queue.behind).toBe(true);
    vi.advanceTimersByTime(LASTING + 10);
    expect(shown.map(({ number }) => number)).toEqual([1, 2]);
    expect(queue.behind).toBe(false);
  });

  it("keeps the order, whatever the pauses", () => {
    for (const number of [1, 2, 3, 4]) queue.push(update(number));
    vi.advanceTimersByTime(10 * LASTING);
    expect(shown.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it("catches up without motion when more wait than anyone would watch", () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) queue.push(update(number));
    // The timer of the first pause is running; the next update finds too many waiting once it ends.
    vi.advanceTimersByTime(LASTING + 10);
    expect(shown.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown.slice(1).every(({ still }) => still)).toBe(true);
  });

  it("shows everything at once when it is flushed", () => {
    for (const number of [1, 2, 3]) queue.push(update(number));
    queue.flush();
    expect(shown.map(({ number }) => number)).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(10 * LASTING);
    expect(shown).toHaveLength(3);
  });

  it("does not wait while nobody looks", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    queue.push(update(1));
    queue.push(update(2));
    expect(shown).toEqual([
      { number: 1, still: true },
      { number: 2, still: true },
    ]);
  });
});
