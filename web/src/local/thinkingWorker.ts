// A worker in which bots think.
/// <reference lib="webworker" />
import type { FromThinker, ToThinker } from "./messages";
import { Networks } from "./networks";
import { startPython } from "./python";

declare const self: DedicatedWorkerGlobalScope;

/** What answers questions, once Python has started: they may be asked before. */
let answering: Promise<(question: string) => Promise<string>>;
/** Questions are answered one after the other, in the order in which they were asked. */
let before: Promise<void> = Promise.resolve();

function say(message: FromThinker): void {
  self.postMessage(message);
}

async function start(home: string): Promise<(question: string) => Promise<string>> {
  const { python } = await startPython(home);
  const thinker = python.pyimport("parapegma.local.in_worker").thinker();
  const networks = new Networks(home, python);
  say({ type: "ready" });
  return async (question) => {
    const game: string = thinker.network_wanted(question);
    if (game) await networks.fetched(game);
    return thinker.answer(question);
  };
}

async function hear(message: ToThinker): Promise<void> {
  try {
    if (message.type === "start") await (answering = start(message.home));
    else say({ type: "thought", id: message.id, answer: await (await answering)(message.question) });
  } catch (error) {
    say({ type: "failed", detail: String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<ToThinker>) => {
  before = before.then(() => hear(data));
};
