// What the page and its workers say to each other.

/** From the page to the worker that keeps tables. */
export type ToTables =
  | { type: "start"; home: string; name: string | null }
  | { type: "ask"; id: number; method: string; path: string; parameters: string; body: string }
  | { type: "open"; line: number; table: string; since: number; seat: number | null }
  | { type: "say"; line: number; text: string }
  | { type: "close"; line: number };

/** From that worker to the page. */
export type FromTables =
  | { type: "progress"; loaded: number; whole: number }
  | { type: "ready"; ms: number; kept: boolean }
  | { type: "failed"; reason: FailedStart; detail: string }
  | { type: "answer"; id: number; status: number; text: string }
  | { type: "told"; line: number; text: string }
  | { type: "closed"; line: number }
  | { type: "not-kept"; reason: NotKept | null };

/** Why the browser does not keep what it should; it is told anew when everything is kept. */
export type NotKept = "full" | "forbidden";

/** Why the games cannot be started in a browser: it lacks something, or a file of ours is missing or broken. */
export type FailedStart = "old-browser" | "missing-file" | "broken";

/** To a worker in which bots think, and back. */
export type ToThinker = { type: "start"; home: string } | { type: "think"; id: number; question: string };
export type FromThinker =
  { type: "ready" } | { type: "thought"; id: number; answer: string } | { type: "failed"; detail: string };
