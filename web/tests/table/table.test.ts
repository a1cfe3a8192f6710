// A table as the page knows it: updates in order, gaps after a break, commands that are sent once.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choose } from "../../src/components/preferences.svelte";
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
    vi.advanceTimersByTime(100);
    expect([table.asked, table.sending]).toEqual([false, true]);
    const problem = { code: "illegal", detail: "", status: 409 };
    FakeSocket.last.say({ type: "refused", key: sent("act").key, problem });
    expect(await done).toBe(false);
    expect([table.asked, table.sending]).toEqual([true, false]);
    expect(table.problem).toEqual(problem);
  });

  it("shows a quick answer at once, with nothing drawn in between", async () => {
    const done = table.act(["pass"]);
    expect([table.asked, table.sending]).toEqual([true, false]);
    FakeSocket.last.say(update(2, { choices: [action("other")], events: [acted(2, 0)] }));
    expect(table.choices.map(({ notation }) => notation)).toEqual(["other"]);
    FakeSocket.last.say({ type: "accepted", key: sent("act").key, number: 2, repeated: false });
    expect(await done).toBe(true);
    vi.advanceTimersByTime(100);
    expect([table.asked, table.sending]).toEqual([true, false]);
  });

  it("sends a choice once that is pressed twice", () => {
    const pass = action("pass");
    table.pick(pass);
    table.pick(pass);
    table.play("pass");
    expect(FakeSocket.last.sent.filter(({ type }) => type === "act")).toHaveLength(1);
    FakeSocket.last.say(update(2, { choices: [pass], events: [acted(2, 0)] }));
    table.pick(pass);
    expect(FakeSocket.last.sent.filter(({ type }) => type === "act")).toHaveLength(2);
  });

  it("cannot put back what was just sent", () => {
    FakeSocket.last.say(update(2, { half_made: true, choices: [action("at 1,2")], events: [acted(2, 0)] }));
    void table.act(["at 1,2"]);
    expect([table.putBack(), table.halfMade]).toEqual([false, true]);
  });

  it("gives up a question about the future when the connection breaks", async () => {
    const found = table.lookAhead("pass");
    FakeSocket.last.close();
    expect(await found).toBeNull();
  });

  it("shows nothing again once it has been seen", () => {
    FakeSocket.last.say(update(2, { events: [acted(2, 0)] }));
    expect(table.newEntries).toHaveLength(1);
    table.settle();
    expect([table.newEntries, table.still]).toEqual([[], true]);
  });

  it("sends nothing of a choice that the board begins and goes on with", () => {
    const begun: string[] = [];
    const gameUi = {
      ...GAME_UI,
      begin: ({ notation }: { notation: string }) => notation === "black" && begun.push(notation) > 0,
    };
    const other = new Table("t", gameUi);
    FakeSocket.last.open();
    const choices = [action("black"), action("pass")];
    FakeSocket.last.say(update(1, { view: VIEW, table: TABLE, choices }));
    other.pick(choices[0]!);
    expect(begun).toEqual(["black"]);
    expect(FakeSocket.last.sent.some(({ type }) => type === "act")).toBe(false);
    other.pick(choices[1]!);
    expect(FakeSocket.last.sent.some(({ type }) => type === "act")).toBe(true);
    other.close();
  });

  it("tells why a decision would be illegal", async () => {
    const found = table.lookAhead("fly");
    const extra = { reason: "no-wings", values: { birds: 2 }, rules: ["FX-1.2"] };
    const problem = { code: "illegal", detail: "", status: 409, extra };
    FakeSocket.last.say({ type: "refused", key: sent("preview").key, problem });
    expect(await found).toEqual({ illegal: { code: "no-wings", values: { birds: 2 }, rules: ["FX-1.2"] } });
  });

  it("knows who is connected before it shows what happened", () => {
    FakeSocket.last.say({ type: "presence", seats: [0] });
    expect(table.present).toEqual([0]);
  });
});

describe("what is only begun", () => {
  it("is put back here, and nothing is sent", () => {
    table.show([action("pass")]);
    expect(table.pointed?.notation).toBe("pass");
    expect(table.putBack()).toBe(true);
    expect(table.pointed).toBeNull();
    expect(table.putBack()).toBe(false);
    expect(FakeSocket.last.sent.some(({ type }) => type === "undo")).toBe(false);
  });

  it("is put back on the server, where the server knows of it", async () => {
    FakeSocket.last.say(update(2, { half_made: true, choices: [action("at 1,2")], events: [acted(2, 0)] }));
    expect(table.putBack()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent("undo")).toMatchObject({ seen: 2 });
    expect(table.putBack()).toBe(false);
  });
});

describe("taking back", () => {
  it("waits for the answer to what was just sent, and then means that", async () => {
    void table.act(["pass"]);
    const undone = table.undo();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSocket.last.sent.some(({ type }) => type === "undo")).toBe(false);
    FakeSocket.last.say({ type: "accepted", key: sent("act").key, number: 2, repeated: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent("undo")).toMatchObject({ seen: 2 });
    FakeSocket.last.say({ type: "accepted", key: sent("undo").key, number: 3, repeated: false });
    expect(await undone).toBe(true);
  });

  it("does not wait until all that bots did has been shown", async () => {
    FakeSocket.last.say(update(2, { events: [acted(2, 1)] }));
    FakeSocket.last.say(update(3, { events: [acted(3, 1)] }));
    expect(table.number).toBe(2);
    void table.undo();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.number).toBe(3);
    expect(sent("undo")).toMatchObject({ seen: 3 });
  });
});

describe("the end of a turn", () => {
  afterEach(() => choose({ confirmEnd: false }));

  /** Answer what was asked about the future. */
  async function foreseen(my_turn: boolean): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    const { key } = sent("preview");
    FakeSocket.last.say({
      type: "preview",
      key,
      number: 1,
      log: [],
      certain: true,
      my_turn,
      choices: null,
      changes: {},
    });
    await vi.advanceTimersByTimeAsync(0);
  }

  it("is asked for where the reader wants that, and can be put off", async () => {
    choose({ confirmEnd: true });
    void table.act(["pass"]);
    await foreseen(false);
    expect(table.ending).toEqual(["pass"]);
    expect(FakeSocket.last.sent.some(({ type }) => type === "act")).toBe(false);
    table.putBack();
    expect([table.ending, table.asked]).toEqual([null, true]);
  });

  it("comes with a yes", async () => {
    choose({ confirmEnd: true });
    void table.act(["pass"]);
    await foreseen(false);
    void table.act(table.ending!, true);
    expect(sent("act")).toMatchObject({ actions: ["pass"] });
  });

  it("is no question where the turn goes on", async () => {
    choose({ confirmEnd: true });
    void table.act(["pass"]);
    await foreseen(true);
    expect(sent("act")).toMatchObject({ actions: ["pass"] });
  });
});

describe("a hint that is drawn", () => {
  it("is drawn again when the pointer has left something else", () => {
    table.show([action("pass")]);
    table.point(action("other"));
    expect(table.pointed?.notation).toBe("other");
    table.point(null);
    expect(table.pointed?.notation).toBe("pass");
  });

  it("of several decisions that nobody pays for is pointed at where it begins", () => {
    table.show([action("discard 1"), action("discard 2")]);
    expect([table.draft, table.pointed?.notation]).toEqual([null, "discard 1"]);
  });

  it("of several decisions is put together as the reader would do it", () => {
    table.show([action("buy"), action("pay 2")]);
    expect(table.draft?.begun.notation).toBe("buy");
    expect(table.draft?.parts.map(({ notation }) => notation)).toEqual(["pay 2"]);
    expect(table.putBack()).toBe(true);
    expect(table.draft).toBeNull();
  });
});

describe("skipping what bots do", () => {
  it("shows nothing more until the reader is asked, and has bots answer at once meanwhile", () => {
    FakeSocket.last.say(update(2, { actor: 1, events: [acted(2, 0)] }));
    FakeSocket.last.say(update(3, { actor: 1, events: [acted(3, 1)] }));
    FakeSocket.last.say(update(4, { actor: 1, events: [acted(4, 1)] }));
    expect(table.number).toBe(3);
    table.skip();
    expect([table.number, table.skipping]).toEqual([4, true]);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "bot speed", speed: "at once" });
    FakeSocket.last.say(update(5, { actor: 1, events: [acted(5, 1)] }));
    FakeSocket.last.say(update(6, { choices: [action("pass")], events: [acted(6, 1)] }));
    expect([table.number, table.skipping]).toEqual([6, false]);
    table.useSpeed("normal");
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "bot speed", speed: "normal" });
  });
});
