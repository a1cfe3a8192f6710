// The worker that keeps tables: Python runs here, and answers the page as a server would.
/// <reference lib="webworker" />
import { parsed } from "../api/json";
import type { FromTables, NotKept, ToTables } from "./messages";
import { CannotStart, startPython } from "./python";
import { Storage } from "./storage";
import { Thinkers } from "./thinkers";

declare const self: DedicatedWorkerGlobalScope;

/** The host of tables, as Python hands it over. */
interface Host {
  name: string;
  start(): Promise<void>;
  ask(method: string, path: string, parameters: string, body: string): Promise<{ toJs(): [number, string] }>;
  open_line(line: number, table: string, since: number, seat: number | undefined): Promise<boolean>;
  close_line(line: number): void;
  hear(line: number, text: string): Promise<void>;
  changed_elsewhere(table: string): Promise<void>;
  bots: { workers: number };
}

let host: Host;
let thinkers: Thinkers;

function say(message: FromTables): void {
  self.postMessage(message);
}

async function start(home: string, name: string | null): Promise<void> {
  const began = performance.now();
  const { python, kept, version } = await startPython(home, {
    progress: (loaded, whole) => say({ type: "progress", loaded, whole }),
  });
  const entry = python.pyimport("parapegma.local.in_worker");
  const own = entry.thinker();
  const others = new BroadcastChannel("parapegma-tables");
  thinkers = new Thinkers(home, (question) => own.answer(question));
  host = entry.start(
    storage((table) => others.postMessage(table)),
    (line: number, text: string) => say({ type: "told", line, text }),
    (reason: NotKept | "") => say({ type: "not-kept", reason: reason || null }),
    (questions: string) => thinkers.answer(questions),
  );
  if (name) host.name = name;
  host.bots.workers = thinkers.room;
  await host.start();
  others.onmessage = ({ data }: MessageEvent<string>) => void host.changed_elsewhere(data);
  say({ type: "ready", ms: performance.now() - began, kept });
  if (!kept) setTimeout(() => thinkers.keepStart(version), 1_500);
}

/** The browser's storage; other tabs are told which table has changed. */
function storage(changed: (table: string) => void): object {
  const kept = new Storage();
  return {
    rows: () => kept.rows(),
    events: (table: string) => kept.events(table),
    note: (table: string, text: string) => kept.note(table, text),
    async put(row: string, events: string) {
      await kept.put(row, events);
      changed(parsed<{ id: string }>(row).id);
    },
    async remove(table: string) {
      await kept.remove(table);
      changed(table);
    },
  };
}

async function hear(message: ToTables): Promise<void> {
  if (message.type === "ask") {
    const { id, method, path, parameters, body } = message;
    const [status, text] = (await host.ask(method, path, parameters, body)).toJs();
    say({ type: "answer", id, status, text });
  } else if (message.type === "open") {
    const { line, table, since, seat } = message;
    if (!(await host.open_line(line, table, since, seat ?? undefined))) say({ type: "closed", line });
    // Whoever has a table before him will soon wait for a bot; until the table is drawn the page needs the cores.
    else setTimeout(() => thinkers.prepare(), 1_000);
  } else if (message.type === "say") {
    await host.hear(message.line, message.text);
  } else if (message.type === "close") {
    host.close_line(message.line);
  }
}

self.onmessage = ({ data }: MessageEvent<ToTables>) => {
  const done = data.type === "start" ? start(data.home, data.name) : hear(data);
  done.catch((error: unknown) => {
    console.error(error);
    if (data.type === "start") {
      const reason = error instanceof CannotStart ? error.reason : "broken";
      say({ type: "failed", reason, detail: String(error) });
    } else if (data.type === "ask") {
      const problem = { code: "our-mistake", detail: String(error), status: 500 };
      say({ type: "answer", id: data.id, status: 500, text: JSON.stringify(problem) });
    }
  });
};
