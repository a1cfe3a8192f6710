// The socket of a table: it comes back by itself, asks for what was missed, and says when it is down.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromServer } from "../../src/api/types";
import { TableSocket, type SocketState } from "../../src/table/socket";
import { update } from "../helpers/examples";
import { FakeSocket } from "../helpers/sockets";

let states: SocketState[];
let heard: FromServer[];
let since: { number: number; chat: number };
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.install();
  states = [];
  heard = [];
  since = { number: 0, chat: 0 };
  socket = new TableSocket("abc", {
    message: (message) => heard.push(message),
    state: (state) => states.push(state),
    since: () => since,
  });
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the socket of a table", () => {
  it("asks for the whole log at first", () => {
    expect(FakeSocket.last.url).toContain("/api/v1/tables/abc/live");
    expect(FakeSocket.last.query.get("since")).toBe("0");
    expect(FakeSocket.last.query.has("chat")).toBe(false);
  });

  it("says that it is open, and that someone looks", () => {
    FakeSocket.last.open();
    expect(states).toEqual(["connecting", "open"]);
    expect(FakeSocket.last.sent).toEqual([{ type: "look", looking: true }]);
  });

  it("hands messages on", () => {
    FakeSocket.last.open();
    FakeSocket.last.say(update(3));
    expect(heard).toEqual([update(3)]);
  });

  it("comes back after a break and asks for what was missed", () => {
    FakeSocket.last.open();
    since = { number: 7, chat: 2 };
    FakeSocket.last.close();
    expect(states.at(-1)).toBe("down");
    vi.advanceTimersByTime(500);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.query.get("since")).toBe("7");
    expect(FakeSocket.last.query.get("chat")).toBe("2");
  });

  it("waits longer after every failure, but never longer than eight seconds", () => {
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const before = FakeSocket.all.length;
      FakeSocket.last.close();
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits.slice(0, 3)).toEqual([400, 800, 1600]);
    expect(Math.max(...waits)).toBe(8000);
  });

  it("tries at once when the browser is online again", () => {
    FakeSocket.last.open();
    FakeSocket.last.close();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("does not believe a socket when the browser has lost its network", () => {
    FakeSocket.last.open();
    dispatchEvent(new Event("offline"));
    expect(states.at(-1)).toBe("down");
  });

  it("speaks only when it is open", () => {
    expect(socket.send({ type: "ping" })).toBe(false);
    FakeSocket.last.open();
    expect(socket.send({ type: "ping" })).toBe(true);
  });

  it("keeps the connection alive", () => {
    FakeSocket.last.open();
    vi.advanceTimersByTime(41_000);
    expect(FakeSocket.last.sent.filter(({ type }) => type === "ping")).toHaveLength(2);
  });

  it("stays closed once it was closed on purpose", () => {
    FakeSocket.last.open();
    socket.close();
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
  });
});
