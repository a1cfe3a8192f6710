// A decision of several parts: the cheapest are picked, each can be put back, and all are sent as one.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../src/api/types";
import { Table } from "../../src/table/table.svelte";
import { action, GAME_UI, TABLE, update, VIEW } from "../helpers/examples";
import { FakeSocket } from "../helpers/sockets";

/** A purchase costs three cards; "pay 1" to "pay 4" can be paid, each once. */
const CARDS = ["pay 1", "pay 2", "pay 3", "pay 4"];
const PRICE = 3;
let table: Table;

beforeEach(() => {
  FakeSocket.install();
  table = new Table("t", GAME_UI);
  FakeSocket.last.open();
  FakeSocket.last.say(update(1, { view: VIEW, table: TABLE, choices: [action("buy ship"), action("pass")] }));
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

/** Answer all questions about the future as such a game would. */
async function settle(): Promise<void> {
  const answered = new Set<string>();
  for (let n = 0; n < 6; n++) {
    await new Promise((resolve) => setTimeout(resolve));
    for (const message of FakeSocket.last.sent) {
      if (message.type !== "preview" || answered.has(message.key)) continue;
      answered.add(message.key);
      FakeSocket.last.say({
        type: "preview",
        key: message.key,
        number: 1,
        log: [],
        certain: true,
        my_turn: true,
        choices: openAfter(message.actions.map(String)),
        changes: {},
      });
    }
  }
  await new Promise((resolve) => setTimeout(resolve));
}

function openAfter(actions: string[]): Action[] {
  const paid = actions.filter((each) => each.startsWith("pay"));
  if (paid.length >= PRICE) return [action("pass")];
  return CARDS.filter((card) => !paid.includes(card)).map((card) => action(card));
}

function parts(): string[] {
  return table.draft!.parts.map(({ notation }) => notation);
}

describe("a draft", () => {
  beforeEach(async () => {
    table.pick(action("buy ship"));
    await settle();
  });

  it("takes no part while it is not known what may be added", async () => {
    table.draft!.drop(0);
    await settle();
    const [first, second] = table.draft!.open;
    table.draft!.add(first!);
    table.draft!.add(second!);
    expect(parts()).toEqual([first!.notation]);
    await settle();
    expect(table.draft!.complete).toBe(true);
  });

  it("picks the cheapest parts until nothing is missing", () => {
    expect(parts()).toEqual(["pay 1", "pay 2", "pay 3"]);
    expect(table.draft!.complete).toBe(true);
  });

  it("sends nothing before it is confirmed, and then all as one", () => {
    expect(FakeSocket.last.sent.some(({ type }) => type === "act")).toBe(false);
    table.draft!.send();
    const acts = FakeSocket.last.sent.filter((message) => message.type === "act");
    expect(acts.map(({ actions }) => actions)).toEqual([["buy ship", "pay 1", "pay 2", "pay 3"]]);
  });

  it("is open again when a part is put back", async () => {
    table.draft!.drop(0);
    await settle();
    expect(parts()).toEqual([]);
    expect(table.draft!.complete).toBe(false);
    expect(table.draft!.open.map(({ notation }) => notation)).toEqual(CARDS);
  });

  it("takes the later parts again once another part stands in for the one put back", async () => {
    table.draft!.drop(0);
    await settle();
    table.draft!.add(action("pay 4"));
    await settle();
    expect(parts()).toEqual(["pay 4", "pay 2", "pay 3"]);
  });

  it("cannot be sent while parts are missing", async () => {
    table.draft!.drop(2);
    await settle();
    table.draft!.send();
    expect(FakeSocket.last.sent.some(({ type }) => type === "act")).toBe(false);
  });

  it("is forgotten when the table moves on", () => {
    FakeSocket.last.say(update(2, { events: [{ number: 2, at: 0, kind: "undone" }] }));
    expect(table.draft).toBeNull();
  });
});
