// The socket of a table: a line that comes back by itself, asks for what was missed, and says when it is down.
import { parsed } from "../api/json";
import type { FromClient, FromServer } from "../api/types";
import { browser } from "../connection/browser";
import { isInBrowser, OPEN, type Line } from "../connection/connection";
import { server } from "../connection/server";

export type SocketState = "connecting" | "open" | "down" | "closed";

interface Listener {
  message(message: FromServer): void;
  state(state: SocketState): void;
  /** Where to go on: the last event and the last line of chat that were heard. */
  since(): { number: number; chat: number };
}

const BEAT = 20_000;
const LONGEST_WAIT = 8_000;

export class TableSocket {
  #socket: Line | null = null;
  #wait = 400;
  #timer = 0;
  #beat = 0;
  #over = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly seat: number | null = null,
    /** Whom to ask, where it is neither a server nor this browser: a lesson. */
    private readonly openLine?: () => Line,
  ) {
    this.#open();
    addEventListener("online", this.#again);
    addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#look);
  }

  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Say anew who is here: the reader has got a name since the socket was opened. */
  reopen(): void {
    this.#wait = 0;
    this.#socket?.close();
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#look);
    this.#socket?.close();
    this.listener.state("closed");
  }

  #open(): void {
    const { number, chat } = this.listener.since();
    const query = new URLSearchParams();
    // From the first event on, so that the whole log is there.
    query.set("since", String(number));
    if (chat) query.set("chat", String(chat));
    if (this.seat !== null) query.set("seat", String(this.seat));
    const socket =
      this.openLine?.() ?? (isInBrowser(this.table) ? browser : server).openLine(this.table, query);
    this.#socket = socket;
    this.listener.state("connecting");
    socket.onopen = () => {
      this.#wait = 400;
      this.listener.state("open");
      this.#look();
      clearInterval(this.#beat);
      this.#beat = window.setInterval(() => this.send({ type: "ping" }), BEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.listener.message(parsed<FromServer>(event.data));
    };
    socket.onclose = () => {
      clearInterval(this.#beat);
      if (this.#over) return;
      this.listener.state("down");
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  #again = (): void => {
    if (this.#over || this.#socket?.readyState === OPEN) return;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#open();
  };

  // A browser that lost its network may not notice for minutes that a socket is dead.
  #lost = (): void => {
    // What is in this browser is not lost with the network.
    if (!isInBrowser(this.table)) this.#socket?.close();
  };

  #look = (): void => {
    this.send({ type: "look", looking: document.visibilityState === "visible" });
    if (document.visibilityState === "visible") this.#again();
  };
}
