// Whom the page asks: a server, or the tables in this browser. Both speak the same protocol.
import { IN_BROWSER_ONLY } from "./site";

/** A request that is answered once, with what the description says of it. A refusal is thrown as a Refusal. */
export type Ask = <T>(method: string, path: string, parameters?: object, body?: unknown) => Promise<T>;

/** A line to a table over which messages come and go, as long as it is open; a WebSocket is one. */
export interface Line {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** `WebSocket.OPEN`, for lines of both kinds. */
export const OPEN = 1;

export interface Connection {
  ask: Ask;
  /** A line to a table, with what its address has after the question mark: `since`, `seat`, `chat`. */
  openLine(table: string, query: URLSearchParams): Line;
}

/** Ids of tables in this browser begin with a letter that no id of a server has. */
export function isInBrowser(table: string): boolean {
  return IN_BROWSER_ONLY || table.startsWith("l");
}
