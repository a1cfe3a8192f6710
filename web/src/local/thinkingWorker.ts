// A worker in which bots think.
/// <reference lib="webworker" />
import type { FromThinker, ToThinker } from "./messages";
import { startPython } from "./python";

declare const self: DedicatedWorkerGlobalScope;

let answer: (question: string) => string;

function say(message: FromThinker): void {
  self.postMessage(message);
}

async function start(home: string): Promise<void> {
  const { python } = await startPython(home);
  const thinker = python.pyimport("parapegma.local.in_worker").thinker();
  answer = (question) => thinker.answer(question);
  say({ type: "ready" });
}

self.onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  try {
    if (data.type === "start") await start(data.home);
    else say({ type: "thought", id: data.id, answer: answer(data.question) });
  } catch (error) {
    say({ type: "failed", detail: String(error) });
  }
};
