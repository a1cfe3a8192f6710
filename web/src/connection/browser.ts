// The tables in this browser: a worker keeps them, and is started when something is first asked of it.
import { parsed } from "../api/json";
import { Refusal } from "../api/refusal";
import { StartFailed, startTables, type Progress, type Tables } from "../local/tables";
import type { Connection, Line } from "./connection";

let tables: Promise<Tables> | null = null;
const listeners = new Set<(progress: Progress) => void>();
/** Of a start that is under way. */
let reached: Progress | null = null;

/** Start the worker, unless it runs; a start that failed can be tried again. */
export function wake(): Promise<Tables> {
  tables ??= startTables(hearOf)
    .catch((error: unknown) => {
      tables = null;
      throw error;
    })
    .finally(() => (reached = null));
  return tables;
}

function hearOf(progress: Progress): void {
  reached = progress;
  listeners.forEach((listener) => listener(progress));
}

/** Begin the start where a game in this browser is likely to come next; whoever asks for one hears what went wrong. */
export function prepare(): void {
  wake().catch(() => undefined);
}

/** Hear when a table of this browser has changed, in this tab or another. */
export function onChange(listener: () => void): () => void {
  // Where there are none, no game can be started here.
  if (typeof BroadcastChannel !== "function") return () => undefined;
  const channel = new BroadcastChannel("parapegma-tables");
  channel.onmessage = listener;
  return () => channel.close();
}

/** Hear how the start comes on, from where it is; the answer ends it. */
export function onProgress(listener: (progress: Progress) => void): () => void {
  listeners.add(listener);
  if (reached) listener(reached);
  return () => void listeners.delete(listener);
}

export const browser: Connection = {
  async ask(method, path, parameters, body) {
    const here = await wake().catch(refused);
    const { status, text } = await here.ask(method, path, parameters ?? {}, body ?? null);
    if (status !== 200) throw new Refusal(parsed(text));
    return parsed(text);
  },

  openLine(table, query) {
    return new BrowserLine(table, query);
  },
};

/** Why the games cannot be started here, as any other refusal. */
function refused(error: unknown): never {
  if (!(error instanceof StartFailed)) throw error;
  const extra = { case: error.reason };
  throw new Refusal({ code: "start", detail: error.message, status: 0, extra });
}

/** A line to a table in this browser, in the shape of a WebSocket. */
class BrowserLine implements Line {
  readyState = 0;
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  #tables: Tables | null = null;
  #number = 0;

  constructor(table: string, query: URLSearchParams) {
    const seat = query.get("seat");
    void this.#begin(table, Number(query.get("since") ?? 0), seat === null ? null : Number(seat));
  }

  async #begin(table: string, since: number, seat: number | null): Promise<void> {
    try {
      this.#tables = await wake();
      if (this.readyState === 3) return;
      this.#number = this.#tables.openLine(table, since, seat, {
        message: (text) => this.onmessage?.(new MessageEvent("message", { data: text })),
        closed: () => this.#ended(),
      });
      this.readyState = 1;
      this.onopen?.(new Event("open"));
    } catch {
      this.#ended();
    }
  }

  send(text: string): void {
    this.#tables?.send(this.#number, text);
  }

  close(): void {
    this.#tables?.closeLine(this.#number);
    this.#ended();
  }

  #ended(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.(new CloseEvent("close"));
  }
}
