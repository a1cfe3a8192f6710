// A table as the page knows it: updates in order, gaps after a break, commands that are sent once.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Table } from "../../src/table/table.svelte";
import { acted, action, GAME_UI, TABLE, update, VIEW } from "../helpers/examples";
import { FakeSocket } from "../helpers/sockets";

let table: Table;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.install();
  table = new Table("t", GAME_UI);
  FakeSocket.last.open();
  FakeSocket.last.say(update(1, { view: VIEW, table: TABLE, choices: [action("pass")] }));
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The last command of a kind that was sent. */
function sent(type: string) {
  const found = FakeSocket.last.sent.findLast((message) => message.type === type);
  if (!found || !("key" in found)) throw new Error(`nothing of type ${type} was sent`);
  return found;
}

describe("a table", () => {
  it("knows what the first update says", () => {
    expect(table.view).toEqual(VIEW);
    expect(table.asked).toBe(true);
    expect(table.mine).toEqual([0]);
    expect(table.present).toEqual([0, 1]);
  });

  it("puts changes into the view it has", () => {
    FakeSocket.last.say(update(2, { changes: { phase: "end" }, events: [acted(2, 0)] }));
    expect(table.view).toEqual({ ...VIEW, phase: "end" });
    expect(table.newEntries.map(({ kind }) => kind)).toEqual(["done"]);
  });

  it("takes every event once, though a later update repeats it", () => {
    FakeSocket.last.say(update(2, { events: [acted(2, 0)] }));
    vi.advanceTimersByTime(2000);
    FakeSocket.last.say(update(3, { since: 1, events: [acted(2, 0), acted(3, 1)] }));
    vi.advanceTimersByTime(2000);
    expect(table.events.map(({ number }) => number)).toEqual([2, 3]);
  });

  it("does not go back to an older update", () => {
    FakeSocket.last.say(update(5, { changes: { phase: "late" } }));
    FakeSocket.last.say(update(4, { changes: { phase: "early" } }));
    expect(table.number).toBe(5);
    expect(table.view.phase).toBe("late");
  });

  it("asks after a break for what came since the last event that was heard", () => {
    FakeSocket.last.say(update(6, { events: [acted(6, 1)] }));
    FakeSocket.last.close();
    vi.advanceTimersByTime(500);
    expect(FakeSocket.last.query.get("since")).toBe("6");
  });

  it("sends a decision again after a break, with the same key", async () => {
    void table.act(["pass"]);
    const first = sent("act");
    FakeSocket.last.close();
    vi.advanceTimersByTime(500);
    FakeSocket.last.open();
    expect(sent("act")).toEqual(first);
  });

  it("offers the choices again when a decision was refused without news", async () => {
    const done = table.act(["pass"]);
    expect(table.asked).toBe(false);
    const problem = { code: "illegal", detail: "", status: 409 };
    FakeSocket.last.say({ type: "refused", key: sent("act").key, problem });
    expect(await done).toBe(false);
    expect(table.asked).toBe(true);
    expect(table.problem).toEqual(problem);
  });

  it("gives up a question about the future when the connection breaks", async () => {
    const found = table.lookAhead("pass");
    FakeSocket.last.close();
    expect(await found).toBeNull();
  });

  it("tells why a decision would be illegal", async () => {
    const found = table.lookAhead("fly");
    const extra = { reason: "no-wings", values: { birds: 2 } };
    const problem = { code: "illegal", detail: "", status: 409, extra };
    FakeSocket.last.say({ type: "refused", key: sent("preview").key, problem });
    expect(await found).toEqual({ illegal: { code: "no-wings", values: { birds: 2 } } });
  });

  it("knows who is connected before it shows what happened", () => {
    FakeSocket.last.say({ type: "presence", seats: [0] });
    expect(table.present).toEqual([0]);
  });
});
