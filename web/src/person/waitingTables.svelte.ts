// Which tables wait for the reader, wherever in the page he is: told by the server as it happens.
import { parsed } from "../api/json";
import type { Goodbye, Pong, Waiting } from "../api/types";

const LONGEST_WAIT = 30_000;

let tables = $state.raw<Waiting["tables"]>([]);
let socket: WebSocket | null = null;
let wait = 1_000;

/** The tables that wait, as they were last told. */
export function waitingTables(): Waiting["tables"] {
  return tables;
}

/** Listen from now on; a line that breaks is opened again. */
export function listen(): void {
  if (socket) return;
  socket = new WebSocket("/api/v1/me/live");
  socket.onopen = () => {
    wait = 1_000;
    look();
  };
  socket.onmessage = (event: MessageEvent<string>) => {
    const message = parsed<Waiting | Pong | Goodbye>(event.data);
    if (message.type === "waiting") tables = message.tables;
  };
  socket.onclose = () => {
    socket = null;
    setTimeout(listen, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

function look(): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ type: "look", looking: document.visibilityState === "visible" }));
}

document.addEventListener("visibilitychange", look);
