// Workers in which bots think, so that tables answer meanwhile.
import { parsed } from "../api/json";
import type { FromThinker, ToThinker } from "./messages";

/** As many as the bot with the most trees has. */
const MOST = 2;
/** A worker that a browser has ended for want of memory says nothing: after so long without a word it is given up. */
const PATIENCE_MS = 120_000;
/** So many workers lost in a row, without an answer between them: workers cannot be had here. */
const TRIES = 3;

interface Waiting {
  question: string;
  /** Whether a worker was lost that had to answer it. */
  again: boolean;
  resolve(answer: string): void;
  reject(error: unknown): void;
}

interface Thinker {
  worker: Worker;
  /** By number, the first asked first. */
  waiting: Map<number, Waiting>;
  patience?: ReturnType<typeof setTimeout>;
}

export class Thinkers {
  #thinkers: (Thinker | undefined)[] = [];
  #count = 0;
  #lost = 0;

  constructor(
    private readonly home: string,
    /** Answers here and now, where no worker can be had. */
    private readonly own: (question: string) => string,
  ) {}

  /** How many can think at once: this machine must have cores and memory for them, beside the page and its tables. */
  get room(): number {
    const memory = "deviceMemory" in navigator ? Number(navigator.deviceMemory) : Infinity;
    return Math.max(1, Math.min(MOST, navigator.hardwareConcurrency - 1, memory <= 2 ? 1 : MOST));
  }

  /** Have a worker started before the first question comes. */
  prepare(): void {
    this.#at(0);
  }

  /** Answers to a list of questions, as JSON both. The first is always asked of the same worker, and so is the second. */
  async answer(text: string): Promise<string> {
    const questions = parsed<string[]>(text);
    return JSON.stringify(await Promise.all(questions.map((question, place) => this.#ask(place, question))));
  }

  #ask(place: number, question: string): Promise<string> {
    return new Promise((resolve, reject) => this.#put(place, { question, again: false, resolve, reject }));
  }

  /** Ask a worker; it answers when it has started, and when it has answered what it was asked before. */
  #put(place: number, waiting: Waiting): void {
    const thinker = this.#at(place);
    if (!thinker) return this.#answerHere(waiting);
    const id = ++this.#count;
    if (!thinker.waiting.size) this.#listen(thinker);
    thinker.waiting.set(id, waiting);
    this.#say(thinker, { type: "think", id, question: waiting.question });
  }

  #answerHere({ question, resolve, reject }: Waiting): void {
    try {
      resolve(this.own(question));
    } catch (error) {
      reject(error);
    }
  }

  /** The worker of a place, started if there is none; nothing where workers cannot be had. */
  #at(place: number): Thinker | undefined {
    if (this.#lost >= TRIES) return undefined;
    return (this.#thinkers[place] ??= this.#started());
  }

  #started(): Thinker | undefined {
    let worker: Worker;
    try {
      worker = new Worker(new URL("./thinkingWorker.ts", import.meta.url), { type: "module" });
    } catch (error) {
      console.warn("No worker in which bots could think:", error);
      this.#lost = TRIES;
      return undefined;
    }
    const thinker: Thinker = { worker, waiting: new Map() };
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => this.#hear(thinker, data);
    worker.onerror = ({ message }) => this.#lose(thinker, message);
    this.#say(thinker, { type: "start", home: this.home });
    return thinker;
  }

  /** Give a worker up that says nothing for too long from now. */
  #listen(thinker: Thinker): void {
    clearTimeout(thinker.patience);
    thinker.patience = setTimeout(() => this.#lose(thinker, "it does not answer"), PATIENCE_MS);
  }

  #hear(thinker: Thinker, message: FromThinker): void {
    if (message.type === "failed") return this.#lose(thinker, message.detail);
    if (message.type === "thought") {
      this.#lost = 0;
      const waiting = thinker.waiting.get(message.id);
      thinker.waiting.delete(message.id);
      waiting?.resolve(message.answer);
    }
    if (thinker.waiting.size) this.#listen(thinker);
    else clearTimeout(thinker.patience);
  }

  /** A worker that failed is replaced by another, which is asked the same; what two have failed to answer is told. */
  #lose(thinker: Thinker, detail: string): void {
    const place = this.#thinkers.indexOf(thinker);
    if (place < 0) return;
    console.warn("A worker in which bots think has failed:", detail);
    clearTimeout(thinker.patience);
    thinker.worker.terminate();
    this.#thinkers[place] = undefined;
    this.#lost++;
    const [first, ...others] = thinker.waiting.values();
    if (first?.again && this.#lost < TRIES) first.reject(new Error(detail));
    else if (first) this.#put(place, { ...first, again: true });
    for (const waiting of others) this.#put(place, waiting);
  }

  #say(thinker: Thinker, message: ToThinker): void {
    thinker.worker.postMessage(message);
  }

  /** Keep a start for the next visit, if workers can be had: made by one of its own that ends with it. */
  keepStart(version: string): void {
    if (this.#lost >= TRIES) return;
    const worker = new Worker(new URL("./keepingWorker.ts", import.meta.url), { type: "module" });
    worker.onmessage = () => worker.terminate();
    worker.postMessage({ home: this.home, version });
  }
}
