// Workers in which bots think, so that tables answer meanwhile. They are started when the first bot is asked.
import type { FromThinker, ToThinker } from "./messages";

const MOST = 3;

interface Thinker {
  worker: Worker;
  ready: boolean;
  busy: number;
}

interface Waiting {
  thinker: Thinker;
  question: string;
  resolve(answer: string): void;
  reject(error: unknown): void;
}

export class Thinkers {
  #thinkers: Thinker[] = [];
  #waiting = new Map<number, Waiting>();
  #count = 0;
  #lost = 0;

  constructor(
    private readonly home: string,
    /** Answers here and now, as long as nobody else is ready. */
    private readonly own: (question: string) => string,
    private readonly changed: (ready: number) => void,
  ) {}

  /** Answers to a list of questions, as JSON both; `long`: several could share the work. */
  async answer(text: string, long: boolean): Promise<string> {
    const questions: string[] = JSON.parse(text);
    this.#start(long ? this.#room() : 1);
    return JSON.stringify(await Promise.all(questions.map((question) => this.#one(question))));
  }

  /** How many this machine has cores and memory for, beside the page and its tables. */
  #room(): number {
    const memory = "deviceMemory" in navigator ? Number(navigator.deviceMemory) : Infinity;
    return Math.max(1, Math.min(MOST, navigator.hardwareConcurrency - 1, memory <= 2 ? 1 : MOST));
  }

  #one(question: string): Promise<string> | string {
    const [free] = this.#thinkers.filter(({ ready }) => ready).sort((a, b) => a.busy - b.busy);
    if (!free) return this.own(question);
    const id = ++this.#count;
    free.busy++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { thinker: free, question, resolve, reject });
      this.#say(free, { type: "think", id, question });
    });
  }

  #start(wanted: number): void {
    while (this.#thinkers.length < wanted) {
      const worker = new Worker(new URL("./thinkingWorker.ts", import.meta.url), { type: "module" });
      const thinker: Thinker = { worker, ready: false, busy: 0 };
      worker.onmessage = ({ data }: MessageEvent<FromThinker>) => this.#hear(thinker, data);
      // Whoever cannot go on is missed by nobody: the others think, or the worker of the tables does.
      worker.onerror = ({ message }) => this.#lose(thinker, message);
      this.#thinkers.push(thinker);
      this.#say(thinker, { type: "start", home: this.home });
    }
  }

  #hear(thinker: Thinker, message: FromThinker): void {
    if (message.type === "ready") {
      thinker.ready = true;
      this.changed(this.#thinkers.filter(({ ready }) => ready).length);
      return;
    }
    if (message.type === "failed") return this.#lose(thinker, message.detail);
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    thinker.busy--;
    this.#waiting.delete(message.id);
    waiting.resolve(message.answer);
  }

  /** Nothing more is asked of a worker that failed; what it was asked is answered here. Another is started when asked. */
  #lose(thinker: Thinker, detail: string): void {
    console.warn("A worker in which bots think has failed:", detail);
    thinker.worker.terminate();
    thinker.ready = false;
    if (++this.#lost < MOST) this.#thinkers = this.#thinkers.filter((other) => other !== thinker);
    this.changed(Math.max(1, this.#thinkers.filter(({ ready }) => ready).length));
    for (const [id, waiting] of this.#waiting) {
      if (waiting.thinker !== thinker) continue;
      this.#waiting.delete(id);
      try {
        waiting.resolve(this.own(waiting.question));
      } catch (error) {
        waiting.reject(error);
      }
    }
  }

  #say(thinker: Thinker, message: ToThinker): void {
    thinker.worker.postMessage(message);
  }

  /** Keep a start for the next visit: made by a worker of its own that ends with it. */
  keepStart(version: string): void {
    const worker = new Worker(new URL("./keepingWorker.ts", import.meta.url), { type: "module" });
    worker.onmessage = () => worker.terminate();
    worker.postMessage({ home: this.home, version });
  }
}
