// The worker that keeps tables, from the page's side.
import { tellNotKept } from "./notKept.svelte";
import type { FailedStart, FromTables, ToTables } from "./messages";
import { homeFolder } from "../connection/site";
import { localName } from "../person/localName";

export interface Progress {
  loaded: number;
  whole: number;
}

interface LineListener {
  message(text: string): void;
  closed(): void;
}

export class StartFailed extends Error {
  constructor(
    readonly reason: FailedStart,
    detail: string,
  ) {
    super(detail);
  }
}

export class Tables {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: { status: number; text: string }) => void>();
  readonly #lines = new Map<number, LineListener>();
  #count = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<FromTables>) => this.#hear(data));
  }

  ask(
    method: string,
    path: string,
    parameters: object,
    body: unknown,
  ): Promise<{ status: number; text: string }> {
    const id = ++this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      const asked = { method, path, parameters: JSON.stringify(parameters), body: JSON.stringify(body) };
      this.#say({ type: "ask", id, ...asked });
    });
  }

  openLine(table: string, since: number, seat: number | null, listener: LineListener): number {
    const line = ++this.#count;
    this.#lines.set(line, listener);
    this.#say({ type: "open", line, table, since, seat });
    return line;
  }

  send(line: number, text: string): void {
    this.#say({ type: "say", line, text });
  }

  closeLine(line: number): void {
    if (this.#lines.delete(line)) this.#say({ type: "close", line });
  }

  #say(message: ToTables): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromTables): void {
    if (message.type === "answer") {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else if (message.type === "told") {
      this.#lines.get(message.line)?.message(message.text);
    } else if (message.type === "closed") {
      this.#lines.get(message.line)?.closed();
      this.#lines.delete(message.line);
    } else if (message.type === "not-kept") {
      tellNotKept(message.reason);
    }
  }
}

/** Start the worker; how much of its files has come is told meanwhile. */
export function startTables(progress: (progress: Progress) => void): Promise<Tables> {
  return new Promise((resolve, reject) => {
    let worker: Worker;
    try {
      worker = new Worker(new URL("./tableWorker.ts", import.meta.url), { type: "module" });
    } catch (error) {
      reject(new StartFailed("old-browser", String(error)));
      return;
    }
    worker.onerror = ({ message }) => reject(new StartFailed(whyNot(message), message));
    worker.addEventListener("message", function begin({ data }: MessageEvent<FromTables>) {
      if (data.type === "progress") progress(data);
      // What is kept is read before the worker is ready.
      if (data.type === "not-kept") tellNotKept(data.reason);
      if (data.type === "failed") {
        worker.terminate();
        reject(new StartFailed(data.reason, data.detail));
      }
      if (data.type === "ready") {
        worker.removeEventListener("message", begin);
        performance.measure("parapegma: tables", {
          start: performance.now() - data.ms,
          end: performance.now(),
        });
        resolve(new Tables(worker));
      }
    });
    const start: ToTables = { type: "start", home: homeFolder(), name: localName() };
    worker.postMessage(start);
  });
}

/** Why a worker ended before it could say so itself: browsers that know no modules there do not understand it. */
function whyNot(message: string | undefined): FailedStart {
  if (!message) return "missing-file";
  return message.includes("SyntaxError") ? "old-browser" : "broken";
}
